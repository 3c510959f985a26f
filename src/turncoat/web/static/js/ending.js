// @ts-check
/** The end of a game: what takes a while to work out is fetched when the page is there, and who was who is said. */

/** @param {HTMLElement} place where it is put: what stands there leads to it until then, and if it does not come */
async function fill(place) {
  const { load = "" } = place.dataset;
  place.dataset.loaded = ""; // updates leave it alone from now on
  const answer = await fetch(load).catch(() => null);
  if (answer?.status === 204) return place.remove();
  const template = document.createElement("template");
  if (answer?.ok) template.innerHTML = await answer.text();
  place.dataset.loaded = answer?.ok ? "whole" : "none";
  place.querySelector("h2")?.after(template.content);
}

/** Fetches what is not there yet. */
export function fillEnd() {
  for (const place of document.querySelectorAll("#end [data-load]:not([data-loaded])")) if (place instanceof HTMLElement) void fill(place);
}

/** @returns {string} everybody with their role, in one text */
export function whoWasWho() {
  const people = [...document.querySelectorAll("#end .unmasked .role")];
  return people.map((one) => `${one.querySelector("h3")?.textContent}: ${one.querySelector(".side")?.textContent?.trim()}.`).join(" ");
}
