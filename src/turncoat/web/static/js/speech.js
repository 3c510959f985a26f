// @ts-check
/** The voice of the device, where it has one for a language. */

/** Milliseconds that a browser may take to find its voices. */
const PATIENCE = 1500;

/** @returns {Promise<SpeechSynthesisVoice[]>} */
async function voices() {
  if (!("speechSynthesis" in window)) return [];
  const known = speechSynthesis.getVoices();
  if (known.length) return known;
  await new Promise((done) => {
    speechSynthesis.addEventListener?.("voiceschanged", done, { once: true });
    setTimeout(done, PATIENCE);
  });
  return speechSynthesis.getVoices();
}

/**
 * @param {string} language
 * @param {boolean} [here] whether only a voice on the device itself will do: texts with people's names are not sent elsewhere
 * @returns {Promise<SpeechSynthesisVoice | null>} the voice for it, one of the device itself first
 */
export async function voiceFor(language, here = false) {
  const fitting = (await voices()).filter((voice) => voice.lang.toLowerCase().split(/[-_]/)[0] === language);
  return fitting.find((voice) => voice.localService) ?? (here ? null : fitting[0] ?? null);
}

/**
 * Says a text. Done when it was said, or cut short by `hush`. Some browsers never report the end, so there is a time limit.
 * @param {string} text
 * @param {SpeechSynthesisVoice} voice
 * @param {{ rate?: number, volume?: number }} [how]
 * @returns {Promise<void>}
 */
export function speak(text, voice, { rate = 1, volume = 1 } = {}) {
  return new Promise((done) => {
    const spoken = new SpeechSynthesisUtterance(text);
    Object.assign(spoken, { voice, lang: voice.lang, rate, volume });
    const late = setTimeout(end, 4000 + (text.length * 180) / rate);
    function end() {
      clearTimeout(late);
      done();
    }
    spoken.onend = end;
    spoken.onerror = end;
    speechSynthesis.speak(spoken);
  });
}

export function hush() {
  window.speechSynthesis?.cancel();
}
