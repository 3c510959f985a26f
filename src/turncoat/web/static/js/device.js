// @ts-check
/** Things that the device can do: buzz, stay awake. Where it cannot, the setting is not shown. */

import { pref, startPrefs } from "./prefs.js";
import { canStayAwake, startWake, stayAwake } from "./wake.js";

const BUZZ = [120, 80, 120];

/** Buzz when it is my turn: browsers allow it only after a first touch. */
export function buzz() {
  if (!pref("vibrate", true) || !("vibrate" in navigator) || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate(BUZZ);
}

export function startDevice() {
  const can = {
    speech: "speechSynthesis" in window,
    vibrate: "vibrate" in navigator && matchMedia("(pointer: coarse)").matches,
    awake: canStayAwake(),
    insecure: !isSecureContext,
  };
  for (const [name, is] of Object.entries(can)) document.documentElement.classList.toggle(`can-${name}`, is);
  const show = () => {
    document.documentElement.classList.toggle("speaks", pref("speech", false));
    void stayAwake();
  };
  startPrefs(show);
  show();
  startWake(() => pref("awake", true) && document.querySelector("main.table:not(.ended)") !== null);
}
