"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { TextInput } from "@/components/ui/field";
import { notify } from "@/components/ui/notify";
import { getPrices, putPrices } from "@/lib/client/api";
import type { PriceTable } from "@/lib/schema/span";
import { cellOf, checkRows, toRows, toTable, type PriceColumn, type PriceRow } from "./price-rows";
import { Section } from "./section";

const COLUMNS: { column: PriceColumn; label: string }[] = [
  { column: "model", label: "Model" },
  { column: "input", label: "Input" },
  { column: "output", label: "Output" },
  { column: "cacheRead", label: "Cached input" },
];

/** What model calls cost, for the sums in traces. */
export function PricesSection() {
  const table = useQuery({ queryKey: ["prices"], queryFn: ({ signal }) => getPrices(signal), staleTime: Infinity, retry: false });
  return (
    <Section
      id="prices"
      title="Prices of models"
      description="US dollars per million tokens, for the costs in traces. A name ending in * stands for all that begin so; the longest that fits counts. The list starts with examples from mid-2025: check them with your provider. A change counts for past runs too."
    >
      {table.error !== null ? (
        <p role="alert" className="text-bad">
          {`The prices could not be read. ${table.error.message} `}
          <Button size="sm" onClick={() => void table.refetch()}>
            Try again
          </Button>
        </p>
      ) : table.data === undefined ? (
        <p className="text-muted">Reading the prices…</p>
      ) : (
        <PriceEditor table={table.data} />
      )}
    </Section>
  );
}

function PriceEditor({ table }: { table: PriceTable }) {
  const client = useQueryClient();
  const [rows, setRows] = useState(() => toRows(table));
  const [isTouched, setTouched] = useState(false);
  const [areProblemsShown, setProblemsShown] = useState(false);
  const problems = checkRows(rows);
  const save = useMutation({
    mutationFn: () => putPrices(toTable(rows)),
    onSuccess: (saved) => {
      client.setQueryData(["prices"], saved);
      // Costs are worked out when a trace is read.
      void client.invalidateQueries({ queryKey: ["spans"] });
      setTouched(false);
      notify("Prices saved");
    },
  });

  function change(next: PriceRow[]) {
    setRows(next);
    setTouched(true);
  }

  function onSave() {
    setProblemsShown(true);
    if (problems.size === 0) save.mutate();
  }

  const shown = areProblemsShown ? problems : new Map<string, string>();
  const [problem] = shown.values();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <div className="overflow-x-auto rounded-lg border border-line bg-panel">
        <table className="w-full min-w-[560px]">
          <thead className="text-left text-sm text-muted">
            <tr className="border-b border-line">
              {COLUMNS.map(({ column, label }) => (
                <th key={column} scope="col" className={cn("px-2 py-1.5 font-normal first:pl-3", column !== "model" && "w-36 pr-3 text-right")}>
                  {label}
                </th>
              ))}
              <th className="w-9">
                <span className="sr-only">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <PriceLine
                key={row.key}
                row={row}
                number={index + 1}
                problems={shown}
                onChange={(changed) => change(rows.map((item) => (item.key === row.key ? changed : item)))}
                onRemove={() => change(rows.filter((item) => item.key !== row.key))}
              />
            ))}
          </tbody>
        </table>
        {rows.length === 0 ? <p className="px-3 py-3 text-muted">No model has a price: traces show tokens alone.</p> : null}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button onClick={() => change([...rows, { key: nextKey(rows), model: "", input: "", output: "", cacheRead: "" }])}>
          <Plus />
          Add a model
        </Button>
        <Button type="submit" variant="primary" disabled={!isTouched || save.isPending}>
          Save prices
        </Button>
        {isTouched ? (
          <Button
            variant="ghost"
            onClick={() => {
              setRows(toRows(table));
              setTouched(false);
              setProblemsShown(false);
            }}
          >
            Discard
          </Button>
        ) : null}
        {problem === undefined && save.error === null ? null : (
          <p role="alert" className="min-w-0 text-bad">
            {problem ?? `Not saved. ${save.error?.message ?? ""}`}
          </p>
        )}
      </div>
    </form>
  );
}

function nextKey(rows: readonly PriceRow[]): number {
  return Math.max(-1, ...rows.map(({ key }) => key)) + 1;
}

type PriceLineProps = {
  row: PriceRow;
  number: number;
  problems: ReadonlyMap<string, string>;
  onChange: (row: PriceRow) => void;
  onRemove: () => void;
};

function PriceLine({ row, number, problems, onChange, onRemove }: PriceLineProps) {
  const name = row.model.trim() === "" ? `row ${number}` : row.model.trim();
  return (
    <tr className="border-b border-line last:border-b-0">
      {COLUMNS.map(({ column, label }) => (
        <td key={column} className="px-1 py-1 first:pl-2">
          <TextInput
            aria-label={`${label} of ${name}`}
            aria-invalid={problems.has(cellOf(row, column))}
            title={problems.get(cellOf(row, column))}
            value={row[column]}
            inputMode={column === "model" ? "text" : "decimal"}
            placeholder={column === "model" ? "gpt-5-mini*" : column === "cacheRead" ? "as input" : "0"}
            spellCheck={false}
            onChange={(event) => onChange({ ...row, [column]: event.target.value })}
            className={column === "model" ? "min-w-48 font-mono" : "text-right tabular-nums"}
          />
        </td>
      ))}
      <td className="pr-2 text-right">
        <Button variant="ghost" size="icon-sm" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 />
        </Button>
      </td>
    </tr>
  );
}
