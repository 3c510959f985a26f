// @ts-check
/**
 * Shares a game with one tap: by what the device offers for that, else by copying the link. Where neither can be done (on a plain
 * http address) the form goes its way, to the page of the link.
 */

/** @param {HTMLFormElement} form */
async function share(form) {
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  /** @type {{ url: string }} */
  const { url } = await answer.json();
  if (navigator.share) {
    // Who closes the device's own dialog has changed their mind.
    await navigator.share({ url }).catch((error) => { if (error.name !== "AbortError") throw error; });
    return;
  }
  await navigator.clipboard.writeText(url);
  const button = form.querySelector("button");
  if (button) button.textContent = form.dataset.done ?? "";
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches("[data-share-game]")) return;
  if (!navigator.share && !navigator.clipboard) return;
  event.preventDefault();
  share(form).catch(() => form.submit());
});
