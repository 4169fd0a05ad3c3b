import { syncBuiltinESMExports } from "node:module";
import { installChance } from "./chance";
import { closeDoors } from "./doors";

// Imported before anything else: packages keep what they find here when they are loaded. What is imported by name follows.
installChance();
closeDoors();
syncBuiltinESMExports();
