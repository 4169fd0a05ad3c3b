import "server-only";
import { getApp } from "../app";
import { forgetShared, shared } from "../shared";
import { getDesk } from "./desk";

const NAME = "design-follows-runner";

/** From now on tells open editors whenever a runner has loaded the project. Once per process, whoever asks. */
export function followRunner(): void {
  const following = shared(NAME, async () => {
    const app = await getApp();
    const { events } = getDesk();
    app.live.onLoaded(() => {
      for (const graphId of app.pool.known()?.workflows.keys() ?? []) events.publish({ type: "workflow", graph_id: graphId }, { graphId });
    });
  });
  // Without a database there is no runner either; the next one who asks tries again.
  following.catch(() => forgetShared(NAME));
}
