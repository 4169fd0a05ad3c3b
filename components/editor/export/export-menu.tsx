"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuLine, MenuTrigger } from "@/components/ui/menu";
import { useExports, type Export, type ExportSource } from "./use-exports";

/** Saves a picture of the drawing, its Mermaid text, or the workflow's file. */
export function ExportMenu(source: ExportSource) {
  const exports = useExports(source);
  const items = (wanted: (each: Export) => boolean) =>
    exports.filter(wanted).map((each) => (
      <MenuItem key={each.id} onSelect={each.run}>
        {each.label}
      </MenuItem>
    ));
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button size="icon" className="bg-raised" aria-label="Export" title="Export a picture, Mermaid or the file">
          <Download aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent align="start" side="top">
        <MenuLabel>Picture</MenuLabel>
        {items(({ id }) => /^(svg|png)-/.test(id))}
        <MenuLine />
        <MenuLabel>Text</MenuLabel>
        {items(({ id }) => !/^(svg|png)-/.test(id))}
      </MenuContent>
    </Menu>
  );
}
