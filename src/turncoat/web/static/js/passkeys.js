// @ts-check
/** Passkeys of circles: forms that make or use one, and stay hidden where the browser has none. */

/** @param {HTMLFormElement} form @param {string} action @param {Record<string, string>} fields @returns {Promise<any>} */
async function post(form, action, fields = {}) {
  const csrf = /** @type {HTMLInputElement} */ (form.elements.namedItem("csrf")).value;
  const answer = await fetch(action, { method: "POST", body: new URLSearchParams({ csrf, ...fields }) });
  return answer.json();
}

/** @param {HTMLFormElement} form @param {any} options @returns {Promise<Credential | null>} */
function credential(form, options) {
  if (form.dataset.passkey === "make") return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const { options, token, problem } = await post(form, form.dataset.options ?? "");
  if (problem) return problem;
  const found = await credential(form, options);
  if (!(found instanceof PublicKeyCredential)) return form.dataset.failed;
  const answer = await post(form, form.action, { token, credential: JSON.stringify(found.toJSON()) });
  if (answer.go) location.assign(answer.go);
  return answer.problem ?? answer.done;
}

/** @param {HTMLFormElement} form */
function start(form) {
  const says = /** @type {HTMLElement} */ (form.querySelector("[role=status]"));
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    says.textContent = "";
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    send(form)
      .catch(() => form.dataset.failed)
      .then((text) => {
        says.textContent = text ?? "";
        button.removeAttribute("aria-disabled");
      });
  });
}

/** @returns {boolean} true if the browser can: only over https, only for a name and no mere number, and some cannot read JSON yet */
function canUsePasskeys() {
  return "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential && !/^[\d.]+$|:/.test(location.hostname);
}

if (canUsePasskeys()) {
  for (const form of document.querySelectorAll("form[data-passkey]")) if (form instanceof HTMLFormElement) start(form);
}
