import { formatBytes } from "@/components/ui/format";
import type { StorageReport } from "@/lib/schema/storage";

/** What each table of the database takes. */
export function StorageTables({ tables }: { tables: StorageReport["tables"] }) {
  const most = Math.max(1, ...tables.map((table) => table.bytes));
  return (
    <details className="rounded-lg border border-line bg-panel">
      <summary className="cursor-default px-3 py-2 font-medium select-none hover:bg-hover">By table</summary>
      <table className="w-full table-fixed border-t border-line text-left">
        <thead className="text-xs text-faint">
          <tr className="border-b border-line [&>th]:px-3 [&>th]:py-2 [&>th]:font-medium">
            <th>What</th>
            <th className="hidden w-44 md:table-cell">Table</th>
            <th className="w-28 text-right">Rows</th>
            <th className="w-24 text-right">Size</th>
            <th className="w-32">
              <span className="sr-only">Share</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tables.map((table) => (
            <tr key={table.name} className="border-b border-line last:border-0 [&>td]:px-3 [&>td]:py-1.5">
              <td className="truncate">{table.what}</td>
              <td className="hidden truncate font-mono text-sm text-muted md:table-cell">{table.name}</td>
              <td className="text-right text-muted tabular-nums">{table.name === "" ? "" : table.rows.toLocaleString("en")}</td>
              <td className="text-right tabular-nums">{formatBytes(table.bytes)}</td>
              <td>
                <span aria-hidden className="block h-1.5 rounded-full bg-off" style={{ width: `${Math.max(1, (table.bytes / most) * 100)}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
