// @ts-check
/**
 * A team half made is seen by all, as tokens laid on a real table are: what is picked goes up as a light message, a few times a
 * second at most. Only a form that says where to send it does that; nothing of another form leaves before it is confirmed.
 */

const PAUSE = 250;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** @param {HTMLFormElement} form */
function send(form) {
  waiting = undefined;
  const to = form.dataset.considering;
  if (!to || !form.isConnected) return;
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  fetch(to, { method: "POST", body }).catch(() => undefined); // a thought that is lost does no harm
}

export function startConsidering() {
  document.addEventListener("change", (event) => {
    const input = event.target;
    const form = input instanceof HTMLInputElement ? input.form : null;
    if (form?.dataset.considering) waiting ??= setTimeout(() => send(form), PAUSE);
  });
}
