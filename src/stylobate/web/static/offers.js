// Why: a guided first game is for whoever has not played that game yet; others need not read of it on every card.

import { $$ } from "./house.js";
import { firstGame } from "./howto.js";

for (const offer of $$("[data-lesson]")) offer.hidden = firstGame(offer.dataset.lesson ?? "") !== null;
