// @ts-check
/**
 * Everybody sees the draft of a team, like tokens on a real table. The picked seats are sent in a small message, at most a few
 * times a second. Only a form with an address for its draft does that; nothing of another form leaves before it is confirmed.
 */

const PAUSE = 250;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** @param {HTMLFormElement} form */
function send(form) {
  waiting = undefined;
  const to = form.dataset.draft;
  if (!to || !form.isConnected) return;
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  fetch(to, { method: "POST", body }).catch(() => undefined); // a lost draft does no harm
}

export function startTeamDraft() {
  document.addEventListener("change", (event) => {
    const input = event.target;
    const form = input instanceof HTMLInputElement ? input.form : null;
    if (form?.dataset.draft) waiting ??= setTimeout(() => send(form), PAUSE);
  });
}
