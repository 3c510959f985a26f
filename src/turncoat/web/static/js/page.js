// @ts-check
/** Script of every page: the theme switch and the enhancements of forms. */

import { startForms } from "./forms.js";
import { startServiceWorker } from "./install.js";
import { startInvite } from "./invite.js";
import { startTheme } from "./theme.js";
import { startTimes } from "./times.js";

document.documentElement.classList.add("with-scripts");
startTheme();
startForms();
startInvite();
startServiceWorker();
startTimes();
