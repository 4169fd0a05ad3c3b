"use client";

import { useWorkbench } from "../workbench-context";
import { LazyRunForm } from "./lazy-run-form";

/** The side panel of a thread about to begin: what to give to the workflow. */
export function NewThreadPanel() {
  const { description, graphId } = useWorkbench();
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-3.5 py-3">
      <h2 className="text-lg font-semibold">New thread</h2>
      {description ? (
        <>
          <p className="mt-0.5 mb-3 text-muted">{description.description ?? `What ${description.title} is to work on.`}</p>
          <LazyRunForm key={graphId} description={description} newThread />
        </>
      ) : (
        <p className="mt-1 text-muted">The workflow has to load before it can run.</p>
      )}
    </div>
  );
}
