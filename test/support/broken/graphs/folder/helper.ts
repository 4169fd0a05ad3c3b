export const notAWorkflow = true;
