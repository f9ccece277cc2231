// Why: whoever checks a throw in the browser must know what might have come: one die.

/** @import { Outcomes } from "../../../web/types.d.ts" */

/** @returns {Outcomes} */
export const chances = () => new Map(["*1", "*2", "*3", "*4", "*5", "*6"].map((side) => [side, 1]));
