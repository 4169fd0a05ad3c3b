type Shape = {
  name: string;
};

function build(): Shape {
  throw new RangeError("Cannot build the workflow");
}

export const graph = build();
