// @ts-check
/** Abilities of the device: sound, vibration, staying awake. Settings for missing ones are hidden. */

import { pref, startPrefs } from "./prefs.js";
import { startSound } from "./sound.js";
import { canStayAwake, startWake, stayAwake } from "./wake.js";

export function startDevice() {
  const can = {
    speech: "speechSynthesis" in window,
    sound: "AudioContext" in window,
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
  startSound();
  show();
  startWake(() => pref("awake", true) && document.querySelector("main.table:not(.ended)") !== null);
}
