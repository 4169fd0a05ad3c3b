const LOOK = "react-flow__handle invisible";

/**
 * React Flow measures where lines may end in the page; their routes come from the layout, so nothing of it is seen. Its own
 * handles would all be asked in every frame of a move, and nobody draws lines here: what it measures are plain elements.
 */
export function Ports() {
  return (
    <>
      <span aria-hidden data-handlepos="left" className={`${LOOK} react-flow__handle-left target`} />
      <span aria-hidden data-handlepos="right" className={`${LOOK} react-flow__handle-right source`} />
    </>
  );
}
