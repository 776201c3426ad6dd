// The WebAssembly module of chain.c as an object: numbers and arrays in, numbers, arrays and text out.

/** What the library refused, in its own words. */
export class Refusal extends Error {}

export class Chain {
  /** Loads the module and draws its data. */
  static async load(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), {});
    return new Chain(instance.exports);
  }

  constructor(exports) {
    this.exports = exports;
    exports._initialize();
    if (exports.draw_data() !== 0) throw new Error('out of memory');
  }

  text(address) {
    const bytes = new Uint8Array(this.exports.memory.buffer, address);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  numbers(address, length) {
    return new Float64Array(this.exports.memory.buffer, address, length).slice();
  }

  refuse(status) {
    if (status !== 0) throw new Refusal(this.text(this.exports.message(status)));
  }

  /** A new chain with these settings; the one before goes on when they are refused. */
  start({ scale, step, beta, refresh }) {
    this.refuse(this.exports.start(scale, step, beta, refresh));
  }

  /** Takes steps and returns their draws, two numbers each. */
  advance(count) {
    this.refuse(this.exports.advance(count));
    return this.numbers(this.exports.last_draws(), 2 * this.exports.last_draw_count());
  }

  statistics() {
    const [steps, accepted, forward, forwardAccepted, backward, backwardAccepted, crossings, ...moments] =
      this.numbers(this.exports.statistics(), 11);
    return {
      steps, accepted, forward, forwardAccepted, backward, backwardAccepted, crossings,
      mean: moments.slice(0, 2),
      deviation: moments.slice(2).map(Math.sqrt),
    };
  }

  /** What is wrong with the run and what to change: a sentence for each finding. */
  findings() {
    return this.text(this.exports.findings()).split('\n').filter((line) => line !== '');
  }

  /** How many steps it takes until rates are judged. */
  stepsToJudge() {
    return this.exports.steps_to_judge();
  }

  /** Sixteen hexadecimal digits, as the native program prints them. */
  fingerprint() {
    return BigInt.asUintN(64, this.exports.fingerprint()).toString(16).padStart(16, '0');
  }

  simdLevel() {
    return this.text(this.exports.simd_level());
  }

  /** The mean log-likelihood and the log prior in the cells of a grid, row after row from the bottom. */
  surface({ columns, rows, left, right, bottom, top }) {
    const { malloc, mean_log_likelihood: fill, log_prior: logPrior } = this.exports;
    const address = malloc(8 * columns * rows);
    if (address === 0 || fill(address, columns, rows, left, right, bottom, top) !== 0) throw new Error('out of memory');
    const likelihood = this.numbers(address, columns * rows);
    this.exports.free(address);
    const prior = likelihood.map((_, cell) => logPrior(
      left + ((cell % columns) + 0.5) * (right - left) / columns,
      bottom + (Math.floor(cell / columns) + 0.5) * (top - bottom) / rows,
    ));
    return { likelihood, prior };
  }
}
