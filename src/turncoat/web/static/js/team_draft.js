// @ts-check
/**
 * Shares the draft of a team with everybody, like tokens on a real table. The picked seats are sent in a small message, at most a
 * few times a second. This applies only to forms with an address for drafts; nothing of other forms leaves the page before it is
 * confirmed.
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
