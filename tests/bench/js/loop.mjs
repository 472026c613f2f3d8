// The loop that is timed. Each candidate imports a copy of its own, by a query of its own: an engine compiles a function
// for what it has seen pass through, and one loop for all would have seen everything.

/** Makes as many values as told, looks at each, and hands back what was seen, so that no call can be left out. */
export function loop(make, look, inputs, times) {
  const mask = inputs.length - 1;
  let seen = 0;
  for (let i = 0; i < times; i++) seen += look(make(inputs[i & mask]));
  return seen;
}
