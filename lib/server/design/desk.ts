import "server-only";
import { realpathSync } from "node:fs";
import { getSettings, type ServerSettings } from "../settings";
import { shared } from "../shared";
import { createDiskHost, type DiskHost } from "./disk-host";
import { createDesignEvents, type DesignEvents } from "./design-events";
import { createModels, type Models } from "./models";
import { createTexts, type Texts } from "./texts";

/** What every action of Design mode works with. It needs no runner and no database. */
export type Desk = {
  settings: ServerSettings;
  /** The project folder, symbolic links resolved. */
  root: string;
  host: DiskHost;
  texts: Texts;
  models: Models;
  events: DesignEvents;
};

function openDesk(): Desk {
  const settings = getSettings();
  const outside = new Set<string>();
  const host = createDiskHost({ projectDir: settings.RETROGRAPH_PROJECT, home: settings.home, outside: (file) => outside.has(file) });
  const texts = createTexts();
  const root = realpathSync(settings.RETROGRAPH_PROJECT);
  const events = createDesignEvents(root, host);
  const models = createModels({
    host,
    texts,
    allow: (file) => {
      if (file.startsWith("../")) outside.add(file);
    },
    onRead: (file, files) => events.follow(file, files),
  });
  return { settings, root, host, texts, models, events };
}

/** The desk of this process. */
export function getDesk(): Desk {
  return shared("design-desk", openDesk);
}
