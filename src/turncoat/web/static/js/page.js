// @ts-check
/** What every page runs: the theme switch and the forms' little helps. */

import { startForms } from "./forms.js";
import { startWorker } from "./install.js";
import { startTheme } from "./theme.js";
import { startTimes } from "./times.js";

document.documentElement.classList.add("with-scripts");
startTheme();
startForms();
startWorker();
startTimes();
