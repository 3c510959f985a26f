// @ts-check
/** Voice of the device, if it has one for a language. */

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
 * @param {boolean} [here] true to accept only a voice on the device itself, since texts with people's names are not sent elsewhere
 * @returns {Promise<SpeechSynthesisVoice | null>} a voice for it, preferably on the device itself
 */
export async function voiceFor(language, here = false) {
  const fitting = (await voices()).filter((voice) => voice.lang.toLowerCase().split(/[-_]/)[0] === language);
  return fitting.find((voice) => voice.localService) ?? (here ? null : fitting[0] ?? null);
}

/**
 * Speaks a text. Resolves when it has been spoken or was cut short by `hush`. There is a time limit, because some browsers never
 * report the end.
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
