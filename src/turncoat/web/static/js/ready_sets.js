// @ts-check
/** Keeps ready sets and the boxes of their modules in step, before the form is sent. The server does the same without scripts. */

/** @param {HTMLFormElement} form @param {string} name @returns {HTMLInputElement[]} */
function named(form, name) {
  return [...form.elements].flatMap((one) => (one instanceof HTMLInputElement && one.name === name ? [one] : []));
}

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.form) return;
  const modules = named(target.form, "module");
  if (target.name === "ready") for (const module of modules) module.checked = target.value.split("+").includes(module.value);
  if (target.name !== "module") return;
  const chosen = modules.flatMap((one) => (one.checked ? [one.value] : [])).sort().join("+");
  for (const set of named(target.form, "ready")) set.checked = set.value === chosen;
}, true);
