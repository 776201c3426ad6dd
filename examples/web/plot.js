// Pictures on a canvas: a density as colours, its contours, draws over them, a trace. The style sheet has the colours.

/** The plane that is shown, and the cells in which draws are counted. */
export const PLANE = { columns: 64, rows: 64, left: -3, right: 5, bottom: -6, top: 6 };

const MARGIN = { left: 34, right: 8, top: 8, bottom: 26 };

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Clears a canvas, at the screen's resolution. */
function begin(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const box = {
    x: MARGIN.left, y: MARGIN.top,
    width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom,
  };
  return { context, box };
}

const across = (box, x) => box.x + (x - PLANE.left) / (PLANE.right - PLANE.left) * box.width;
const up = (box, y) => box.y + (PLANE.top - y) / (PLANE.top - PLANE.bottom) * box.height;

/** Ticks and names of the axes of the plane. */
function axes({ context, box }) {
  context.strokeStyle = colour('--line');
  context.fillStyle = colour('--muted');
  context.lineWidth = 1;
  context.font = '11px system-ui, sans-serif';
  context.strokeRect(box.x + 0.5, box.y + 0.5, box.width - 1, box.height - 1);
  context.textAlign = 'center';
  context.textBaseline = 'top';
  for (const x of [-2, 0, 2, 4]) context.fillText(x, across(box, x), box.y + box.height + 5);
  context.fillText('θ₁', box.x + box.width - 8, box.y + box.height + 5);
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const y of [-4, -2, 0, 2, 4]) context.fillText(y, box.x - 6, up(box, y));
  context.fillText('θ₂', box.x - 6, box.y + 8);
}

/** Red, green and blue of a colour of the style sheet, which has six digits. */
function channels(name) {
  const value = parseInt(colour(name).slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Paints cells by their share of `highest`; the square root lets the thin parts show. */
function paint({ context, box }, cells, highest) {
  const { columns, rows } = PLANE;
  const stops = ['--ramp-0', '--ramp-1', '--ramp-2', '--ramp-3'].map(channels);
  const image = new ImageData(columns, rows);
  for (let cell = 0; cell < cells.length; cell++) {
    const share = Math.min(1, Math.sqrt(cells[cell] / highest)) * (stops.length - 1);
    const from = Math.min(Math.floor(share), stops.length - 2);
    const pixel = 4 * ((rows - 1 - Math.floor(cell / columns)) * columns + cell % columns);
    for (let i = 0; i < 3; i++) {
      image.data[pixel + i] = stops[from][i] + (share - from) * (stops[from + 1][i] - stops[from][i]);
    }
    image.data[pixel + 3] = 255;
  }
  const small = new OffscreenCanvas(columns, rows);
  small.getContext('2d').putImageData(image, 0, 0);
  context.imageSmoothingEnabled = true;
  context.drawImage(small, box.x, box.y, box.width, box.height);
}

/** The densities within which these shares of the mass lie. */
function levels(density, shares) {
  const sorted = Float64Array.from(density).sort().reverse();
  const total = sorted.reduce((sum, value) => sum + value, 0);
  return shares.map((share) => {
    let sum = 0;
    return sorted.find((value) => (sum += value) >= share * total);
  });
}

/** Contour lines: marching squares between the centres of the cells, with linear interpolation. */
export function contours(density, shares) {
  const { columns, rows } = PLANE;
  const lines = [];
  for (const level of levels(density, shares)) {
    for (let row = 0; row + 1 < rows; row++) {
      for (let column = 0; column + 1 < columns; column++) {
        const corners = [[column, row], [column + 1, row], [column + 1, row + 1], [column, row + 1]];
        const values = corners.map(([x, y]) => density[y * columns + x]);
        const points = [];
        for (let side = 0; side < 4; side++) {
          const [a, b] = [values[side], values[(side + 1) % 4]];
          if (a < level === b < level) continue;
          const [from, to, share] = [corners[side], corners[(side + 1) % 4], (level - a) / (b - a)];
          points.push([0, 1].map((i) => from[i] + share * (to[i] - from[i]) + 0.5));
        }
        for (let i = 0; i + 1 < points.length; i += 2) lines.push([points[i], points[i + 1]]);
      }
    }
  }
  return lines;
}

function trace(frame, lines) {
  const { context, box } = frame;
  const { columns, rows } = PLANE;
  context.strokeStyle = colour('--contour');
  context.lineWidth = 1.25;
  context.beginPath();
  for (const [from, to] of lines) {
    context.moveTo(box.x + from[0] / columns * box.width, box.y + (1 - from[1] / rows) * box.height);
    context.lineTo(box.x + to[0] / columns * box.width, box.y + (1 - to[1] / rows) * box.height);
  }
  context.stroke();
}

/** A density over the plane with contours, and the chain's last draws over it. */
export function plane(canvas, cells, highest, lines, last = []) {
  const frame = begin(canvas);
  const { context, box } = frame;
  paint(frame, cells, highest);
  context.save();
  context.beginPath();
  context.rect(box.x, box.y, box.width, box.height);
  context.clip();
  trace(frame, lines);
  context.strokeStyle = context.fillStyle = colour('--accent');
  context.lineJoin = 'round';
  for (let i = 1; i < last.length; i++) {
    context.globalAlpha = 0.15 + 0.85 * i / last.length;
    context.beginPath();
    context.moveTo(across(box, last[i - 1][0]), up(box, last[i - 1][1]));
    context.lineTo(across(box, last[i][0]), up(box, last[i][1]));
    context.stroke();
  }
  context.globalAlpha = 1;
  if (last.length > 0) {
    const [x, y] = last[last.length - 1];
    context.beginPath();
    context.arc(across(box, x), up(box, y), 5, 0, 2 * Math.PI);
    context.fill();
    context.strokeStyle = colour('--surface');
    context.lineWidth = 2;
    context.stroke();
  }
  context.restore();
  axes(frame);
}

/** Half-way to either mode from the saddle |θ2| is this: chain.c counts crossings from beyond it to beyond it. */
const HALF_WAY = 1;

/** θ2 step by step, the newest at the right, with what is in neither mode. */
export function strip(canvas, values, length) {
  const { context, box } = begin(canvas);
  context.fillStyle = colour('--ramp-1');
  context.globalAlpha = 0.45;
  context.fillRect(box.x, up(box, HALF_WAY), box.width, up(box, -HALF_WAY) - up(box, HALF_WAY));
  context.globalAlpha = 1;
  context.strokeStyle = colour('--line');
  context.lineWidth = 1;
  context.strokeRect(box.x + 0.5, box.y + 0.5, box.width - 1, box.height - 1);
  context.fillStyle = colour('--muted');
  context.font = '11px system-ui, sans-serif';
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const y of [-4, 0, 4]) context.fillText(y, box.x - 6, up(box, y));
  context.textAlign = 'left';
  context.textBaseline = 'top';
  context.fillText(`θ₂ over the last ${length.toLocaleString('en')} steps`, box.x, box.y + box.height + 6);
  context.strokeStyle = colour('--accent');
  context.lineWidth = 1.25;
  context.lineJoin = 'round';
  context.beginPath();
  values.forEach((value, i) => {
    const x = box.x + box.width * (length - values.length + i) / Math.max(1, length - 1);
    context.lineTo(x, up(box, Math.max(PLANE.bottom, Math.min(PLANE.top, value))));
  });
  context.stroke();
}
