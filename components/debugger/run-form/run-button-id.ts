/** The button that runs what is written; the workbench's main button and F5 press it. */
export const RUN_BUTTON_ID = "run-input";
