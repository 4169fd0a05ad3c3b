import { Annotation } from "@langchain/langgraph";

const State = = Annotation.Root({});
