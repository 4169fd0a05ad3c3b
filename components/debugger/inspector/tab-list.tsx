import { Check, ChevronDown } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu";
import { TabsList, TabsTrigger } from "@/components/ui/tabs";
import { INSPECTOR_TABS, type InspectorTab, type InspectorTabId } from "./tabs/registry";

const TABS = Object.entries<InspectorTab>(INSPECTOR_TABS);

/** The tabs in a line that scrolls where the panel is narrow, with a menu of all of them beside it. */
export function TabList({ current, onPick }: { current: InspectorTabId; onPick: (id: string) => void }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void list.current?.querySelector("[data-state=active]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <div className="@container flex shrink-0 items-end border-b border-line">
      <TabsList
        ref={list}
        aria-label="About this checkpoint"
        className="min-w-0 flex-1 overflow-x-auto overflow-y-hidden border-b-0 pr-0 [scrollbar-width:none] @max-[460px]:[mask-image:linear-gradient(to_left,transparent,black_24px)]"
      >
        {TABS.map(([id, { label }]) => (
          <TabsTrigger key={id} value={id} className="shrink-0 rounded px-2 -outline-offset-2 data-[state=active]:after:bottom-0">
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      <Menu>
        <MenuTrigger asChild>
          <Button variant="ghost" size="icon-sm" aria-label="All tabs" title="All tabs" className="mr-1 mb-1.5 hidden @max-[460px]:inline-flex">
            <ChevronDown />
          </Button>
        </MenuTrigger>
        <MenuContent align="end" className="min-w-36">
          {TABS.map(([id, { label }]) => (
            <MenuItem key={id} onSelect={() => onPick(id)}>
              <span className="flex-1">{label}</span>
              {id === current ? <Check aria-label="shown" /> : null}
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
    </div>
  );
}
