/** Shows a recorded call in the trace of its run. */
export type OpenSpan = (place: { run_id: string; span_id: string }) => void;
