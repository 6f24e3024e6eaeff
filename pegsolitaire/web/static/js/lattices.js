// The lattices of pegsolitaire/board/lattice.py, written by tools/make_data.py: in
// which directions pegs jump, and where the step to the next row leads in a drawing.

export const LATTICES = {
  "square": {"directions": [[1, 0], [0, 1], [-1, 0], [0, -1]], "down": [0.0, 1.0]},
  "square-diagonal": {"directions": [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]], "down": [0.0, 1.0]},
  "triangular": {"directions": [[1, 0], [1, 1], [0, 1], [-1, 0], [-1, -1], [0, -1]], "down": [-0.5, 0.8660254037844386]},
  "cubic": {"directions": [[1, 0], [0, 1], [-1, 0], [0, -1], [6, 0], [-6, 0]], "down": [0.0, 1.0]},
};
