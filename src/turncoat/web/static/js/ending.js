// @ts-check
/** The end of a game: fetches sections that take a while to compute, adds the game to the browser's list, announces the roles. */

/** @param {HTMLElement} place container of the section, with a link to it until it has loaded or if loading fails */
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

/** Fetches missing sections, and adds the game to the browser's own list. */
export function fillEnd() {
  if (document.getElementById("end")) void import("./kept_games.js").then((games) => games.keepGame()); // not loaded before the end
  for (const place of document.querySelectorAll("#end [data-load]:not([data-loaded])")) if (place instanceof HTMLElement) void fill(place);
}

/** @returns {string} everybody's role, in one text */
export function whoWasWho() {
  const people = [...document.querySelectorAll("#end .unmasked .role")];
  return people.map((one) => `${one.querySelector("h3")?.textContent}: ${one.querySelector(".side")?.textContent?.trim()}.`).join(" ");
}
