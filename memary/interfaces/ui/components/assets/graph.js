// The graph of the graph page: draws what Python gives, and tells Python which node was picked.
// Labels are painted on a canvas and set as text, so nothing in them can become part of the page.

import cytoscape from "./cytoscape.esm.min.mjs";

// Kinds of entities that are told apart by colour and shape, in the order of the theme's categorical colours.
const KINDS = ["person", "place", "organization", "animal", "event", "work", "product", "topic", "food", "thing"];
const SHAPES = [
  "ellipse", "round-diamond", "round-rectangle", "round-octagon", "round-triangle",
  "round-hexagon", "round-pentagon", "round-tag", "barrel", "ellipse",
];
const CLIPS = {
  "round-diamond": "polygon(50% 0, 100% 50%, 50% 100%, 0 50%)",
  "round-triangle": "polygon(50% 4%, 100% 96%, 0 96%)",
  "round-hexagon": "polygon(25% 5%, 75% 5%, 100% 50%, 75% 95%, 25% 95%, 0 50%)",
  "round-pentagon": "polygon(50% 0, 100% 38%, 82% 100%, 18% 100%, 0 38%)",
  "round-tag": "polygon(0 0, 72% 0, 100% 50%, 72% 100%, 0 100%)",
  "round-octagon": "polygon(30% 0, 70% 0, 100% 30%, 100% 70%, 70% 100%, 30% 100%, 0 70%, 0 30%)",
};
const STEP = 40; // pixels that an arrow key moves the graph
const ZOOM = 1.3;
const FONT = 11;
const ICONS = ["add", "remove", "fit_screen", "fullscreen", "download"]; // signs in the font that Streamlit brings
const GAP = 3; // pixels between two labels
const APART = 14; // pixels between two nodes
const PASSES = 80; // over all pairs of nodes at most, until none lies on another
const NAMED = 12; // nodes with the most facts that are named wherever no other name is
const TOLD = 60; // edges up to which all are named that have the room, also at rest
const ROOM = 28; // pixels around a graph that fills its place
const isStill = matchMedia("(prefers-reduced-motion: reduce)");

const graphs = new WeakMap();
const places = new Map(); // where nodes were, by id, so that they are there again
const pen = document.createElement("canvas").getContext("2d");

export default function (component) {
  const { parentElement } = component;
  let graph = graphs.get(parentElement);
  if (!graph) {
    graph = new Graph(parentElement);
    graphs.set(parentElement, graph);
  }
  graph.show(component.data, component.setTriggerValue);
  return () => {
    graphs.delete(parentElement);
    graph.end();
  };
}

class Graph {
  constructor(root) {
    this.stage = root.querySelector(".canvas");
    this.legend = root.querySelector(".legend");
    this.buttons = [...root.querySelectorAll("button")];
    this.cy = cytoscape({ container: this.stage, minZoom: 0.15, maxZoom: 4 });
    this.cy.on("tap", "node", (event) => this.pick("picked", event.target.id()));
    this.cy.on("dbltap", "node", (event) => this.pick("expanded", event.target.id()));
    this.cy.on("mouseover", "node", ({ target }) => this.point(target.closedNeighborhood()));
    this.cy.on("mouseover", "edge", ({ target }) => this.point(target));
    this.cy.on("mouseout", () => this.point(this.cy.collection()));
    this.cy.on("zoom", () => this.relabel());
    this.cy.on("dragfree", "node", ({ target }) => {
      places.set(target.id(), { ...target.position() });
      this.relabel();
    });
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(this.stage);
    // the theme reaches the page as properties of an element above, so a change of it has to be watched for
    this.theme = new MutationObserver(() => this.paint());
    for (let at = root.host ?? root; at; at = at.parentElement) {
      this.theme.observe(at, { attributes: true, attributeFilter: ["style", "class"] });
    }
    this.stage.addEventListener("keydown", (event) => this.key(event));
    const [closer, farther, whole, full, picture] = this.buttons;
    closer.onclick = () => this.zoom(ZOOM);
    farther.onclick = () => this.zoom(1 / ZOOM);
    whole.onclick = () => this.fit();
    full.onclick = () => (document.fullscreenElement ? document.exitFullscreen() : this.stage.parentElement.requestFullscreen());
    picture.onclick = () => this.save();
  }

  show(data, tell) {
    this.pick = (name, id) => tell(name, id);
    this.words = data.words;
    this.stage.setAttribute("aria-label", data.words.label);
    this.buttons.forEach((button, at) => {
      button.textContent = ICONS[at];
      button.title = data.words.buttons[at];
      button.setAttribute("aria-label", data.words.buttons[at]);
    });
    const before = this.cy.nodes().length;
    const newcomers = this.update(data);
    const change = this.cy.nodes().length / before;
    this.paint();
    if (newcomers.nonempty() || !this.isArranged) this.arrange(newcomers);
    else if (change < 0.5 || change > 2) this.fit();
    else this.relabel();
    if (data.selected !== this.selected) this.centre(data.selected);
    this.selected = data.selected;
    const path = data.path.join(" ");
    if (path && path !== this.path) this.follow(data.path);
    this.path = path;
  }

  // Bring what was picked into the middle, and dim what is not tied to it.
  centre(id) {
    const picked = id ? this.cy.$id(id) : this.cy.collection();
    this.cy.elements().removeClass("away");
    if (picked.empty()) return;
    this.cy.elements().not(picked.closedNeighborhood()).not(".lit").not(this.cy.edges(".lit").connectedNodes()).addClass("away");
    if (!this.isArranged) return;
    const { w, h } = picked.closedNeighborhood().boundingBox();
    const fitting = Math.min(this.stage.clientWidth / (w + 4 * ROOM), this.stage.clientHeight / (h + 4 * ROOM));
    const zoom = Math.min(1.5, Math.max(fitting, this.cy.zoom())); // names of edges need room, too
    this.cy.animate({ center: { eles: picked }, zoom }, { duration: isStill.matches ? 0 : 250 });
  }

  // Bring a path into sight from end to end.
  follow(ids) {
    const eles = this.cy.nodes().filter((node) => ids.includes(node.id()));
    if (this.isArranged) this.cy.stop().animate({ fit: { eles, padding: 2 * ROOM } }, { duration: isStill.matches ? 0 : 250 });
  }

  point(elements) {
    this.cy.elements().removeClass("near");
    elements.addClass("near");
    this.relabel();
  }

  // Bring the drawn nodes and edges in line with the data; return the nodes that have no place yet.
  update({ nodes, edges, selected }) {
    const { cy } = this;
    const wanted = new Map([...nodes, ...edges].map((one) => [one.id, one]));
    const gone = cy.elements().filter((element) => !wanted.has(element.id()));
    const newcomers = [];
    cy.batch(() => {
      gone.remove();
      nodes.forEach((node, at) => {
        const angle = (2 * Math.PI * at) / nodes.length;
        const known = places.get(node.id);
        const position = known ?? this.beside(node.id, edges) ?? { x: 260 * Math.cos(angle), y: 260 * Math.sin(angle) };
        if (this.put(node, node.classes, { ...position }) && !known) newcomers.push(node.id);
      });
      edges.forEach((edge) => this.put(edge, edge.classes));
      cy.elements().unselect();
      if (selected) cy.$id(selected).select();
    });
    return cy.nodes().filter((node) => newcomers.includes(node.id()));
  }

  put(data, classes, position) {
    const found = this.cy.$id(data.id);
    if (found.nonempty()) {
      found.data(data).classes(classes);
      return false;
    }
    this.cy.add({ data: { ...data }, classes, position });
    return true;
  }

  // Where a new node comes in: near one that it is tied to.
  beside(id, edges) {
    for (const { source, target } of edges) {
      const other = source === id ? target : target === id ? source : null;
      const found = other ? this.cy.$id(other) : this.cy.collection();
      if (found.nonempty()) {
        const { x, y } = found.position();
        const angle = this.cy.nodes().length * 2.4; // the golden angle: newcomers do not lie on each other
        return { x: x + 70 * Math.cos(angle), y: y + 70 * Math.sin(angle) };
      }
    }
    return null;
  }

  paint() {
    if (!this.words) return;
    const style = getComputedStyle(this.stage);
    const value = (name) => style.getPropertyValue(name).trim();
    const theme = {
      text: value("--st-text-color"),
      ground: value("--st-background-color"),
      accent: value("--st-primary-color"),
      font: value("--st-font") || "sans-serif",
      colours: value("--st-chart-categorical-colors").split(",").map((colour) => colour.trim()),
    };
    const print = JSON.stringify(theme);
    const kinds = [...new Set(this.cy.nodes().map((node) => node.data("kind")))];
    this.label(kinds, theme);
    if (print === this.painted) return;
    this.painted = print;
    this.font = theme.font;
    this.cy.style(styles(theme));
    this.relabel();
  }

  label(kinds, theme) {
    const known = kinds.sort((one, other) => slot(one) - slot(other) || one.localeCompare(other));
    const rows = known.map((kind) => {
      const mark = document.createElement("i");
      mark.style.color = colour(kind, theme);
      mark.style.clipPath = CLIPS[shape(kind)] ?? "";
      mark.style.borderRadius = shape(kind) === "ellipse" ? "50%" : "2px";
      return row(mark, this.words.kinds[kind] ?? kind);
    });
    if (this.cy.edges(".lit").nonempty()) rows.push(row(line("line", theme.accent), this.words.lit));
    if (this.cy.edges(".unsure").nonempty()) rows.push(row(line("line dashed", theme.text), this.words.unsure));
    this.legend.replaceChildren(...rows);
  }

  // Find a place for the newcomers; those who have one keep it, unless most are new.
  arrange(newcomers = this.cy.nodes().filter((node) => !places.has(node.id()))) {
    if (!this.stage.clientWidth) return; // hidden: at the first size it gets
    this.isArranged = true;
    this.stage.setAttribute("aria-busy", "true");
    this.cy.resize();
    const settled = this.cy.nodes().not(newcomers);
    const isAnew = settled.length < newcomers.length;
    if (newcomers.empty()) return this.settle(true);
    if (!isAnew) settled.lock();
    const count = this.cy.nodes().length;
    const layout = this.cy.layout({
      name: "cose",
      animate: false,
      randomize: false,
      fit: false,
      nodeDimensionsIncludeLabels: false,
      nodeRepulsion: () => 14000,
      idealEdgeLength: () => 70,
      edgeElasticity: () => 90,
      nodeOverlap: 16,
      componentSpacing: 70,
      gravity: 0.6,
      numIter: Math.round(Math.min(1200, Math.max(150, 120000 / count))),
    });
    layout.one("layoutstop", () => {
      spread(this.cy.nodes());
      this.cy.nodes().unlock();
      this.settle(isAnew);
    });
    layout.run();
  }

  settle(isAnew) {
    this.cy.nodes().forEach((node) => places.set(node.id(), { ...node.position() }));
    const { x1, y1, x2, y2 } = this.cy.elements().renderedBoundingBox({ includeLabels: false });
    const isOut = x1 < 0 || y1 < 0 || x2 > this.stage.clientWidth || y2 > this.stage.clientHeight;
    if (isAnew || isOut) this.fit();
    else this.relabel();
  }

  resize() {
    this.cy.resize();
    if (!this.isArranged) this.arrange();
    else if (this.width !== this.stage.clientWidth) this.fit();
    this.width = this.stage.clientWidth;
  }

  relabel() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      this.name();
      this.stage.setAttribute("aria-busy", String(!this.isArranged));
    });
  }

  // Labels keep their size on the screen when the graph is drawn small, and none lies on another or on a node. Where
  // there is no room, those of what is picked or pointed at come first, then those of the nodes with the most facts,
  // which may lie on nodes.
  name() {
    const { cy } = this;
    const scale = Math.max(1, 1 / cy.zoom());
    const size = FONT * scale * cy.zoom();
    pen.font = `500 ${size}px ${this.font ?? "sans-serif"}`;
    const bodies = cy.nodes().map((node) => ({ id: node.id(), ...box(node) }));
    const taken = [];
    cy.batch(() => {
      cy.nodes().style({ "font-size": FONT * scale, "text-max-width": 15 * FONT * scale });
      cy.edges().style({ "font-size": FONT * scale });
      const ranked = cy.nodes().sort((one, other) => rank(other) - rank(one));
      ranked.forEach((node, place) => {
        const width = Math.min(pen.measureText(node.data("label")).width, 15 * size) + 2 * GAP;
        const others = [...taken, ...bodies.filter((body) => body.id !== node.id())];
        const spots = SIDES.map((side) => ({ side, ...beside(box(node), width, size, side) }));
        const spot = spots.find((one) => !others.some((other) => meet(one, other)));
        // picked, pointed at or a hub: on a node rather than not at all
        const isFirst = rank(node) >= 2 * PICKED || (place < NAMED && rank(node) > 0);
        const above = [...taken, ...ranked.slice(0, Math.min(place, NAMED)).map(box)];
        const label = spot ?? (isFirst && spots.find((one) => !above.some((other) => meet(one, other))));
        node.toggleClass("quiet", !label);
        if (!label) return;
        node.style({ "text-valign": label.side[0], "text-halign": label.side[1] });
        node.style({ "text-margin-x": 4 * scale * label.side[2], "text-margin-y": 4 * scale * label.side[3] });
        taken.push(label);
      });
      this.nameEdges(taken, bodies, size);
    });
  }

  // The names of what is picked, pointed at or lies behind the answer come first; of few edges all that have the room
  // are named.
  nameEdges(taken, bodies, size) {
    const isTold = (edge) => edge.hasClass("near") || edge.hasClass("lit") || edge.connectedNodes(":selected").nonempty();
    const isFew = this.cy.edges().length <= TOLD;
    const isMeant = (edge) => isTold(edge) || (isFew && !edge.hasClass("dim") && !edge.hasClass("away"));
    this.cy.edges().sort((one, other) => isTold(other) - isTold(one)).forEach((edge) => {
      const { x, y } = edge.renderedMidpoint();
      const width = pen.measureText(edge.data("label")).width + 2 * GAP;
      const label = { x1: x - width / 2, x2: x + width / 2, y1: y - 0.7 * size, y2: y + 0.7 * size };
      const isFree = isMeant(edge) && ![...taken, ...bodies].some((one) => meet(one, label));
      edge.toggleClass("told", isFree);
      if (isFree) taken.push(label);
    });
  }

  async save() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await this.picture());
    link.download = "memary-graph.png";
    link.click();
    URL.revokeObjectURL(link.href);
  }

  // Draw all of the graph, named as at its full size, however near it is looked at.
  picture() {
    const ground = getComputedStyle(this.stage).getPropertyValue("--st-background-color").trim();
    const view = { zoom: this.cy.zoom(), pan: { ...this.cy.pan() } };
    this.cy.zoom(1);
    this.name();
    const drawn = this.cy.png({ output: "blob-promise", full: true, scale: 2, bg: ground, maxWidth: 6000 });
    this.cy.viewport(view);
    this.name();
    return drawn;
  }

  fit() {
    this.cy.fit(undefined, ROOM);
    if (this.cy.zoom() > 1.4) {
      this.cy.zoom(1.4);
      this.cy.center();
    }
    this.relabel();
  }

  zoom(factor) {
    const renderedPosition = { x: this.stage.clientWidth / 2, y: this.stage.clientHeight / 2 };
    this.cy.zoom({ level: this.cy.zoom() * factor, renderedPosition });
  }

  key(event) {
    const moves = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] };
    if (event.key in moves) this.cy.panBy({ x: moves[event.key][0], y: moves[event.key][1] });
    else if (event.key === "+" || event.key === "=") this.zoom(ZOOM);
    else if (event.key === "-") this.zoom(1 / ZOOM);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  end() {
    this.sizes.disconnect();
    this.theme.disconnect();
    cancelAnimationFrame(this.frame);
    this.cy.destroy();
  }
}

function row(mark, text) {
  const shown = document.createElement("span");
  shown.append(mark, text);
  return shown;
}

function line(name, colour) {
  const mark = document.createElement("i");
  mark.className = name;
  mark.style.color = colour;
  return mark;
}

const PICKED = 1e6;

// Where a label may stand: how it is aligned to its node, and in which direction it keeps away from it.
const SIDES = [
  ["bottom", "center", 0, 1],
  ["top", "center", 0, -1],
  ["center", "right", 1, 0],
  ["center", "left", -1, 0],
];

// The room on the screen that a label takes at one side of its node.
function beside({ x1, x2, y1, y2 }, width, size, [, , across, down]) {
  const height = 1.35 * size + GAP;
  const left = across ? (across > 0 ? x2 + GAP : x1 - GAP - width) : (x1 + x2 - width) / 2;
  const top = down ? (down > 0 ? y2 + GAP : y1 - GAP - height) : (y1 + y2 - height) / 2;
  return { x1: left, x2: left + width, y1: top, y2: top + height };
}

// Whose label comes first: what is picked, what is pointed at or lies behind the answer, then what has the most facts.
function rank(node) {
  const stands = node.selected() ? 3 : node.hasClass("near") ? 2 : node.hasClass("seed") ? 1 : 0;
  return stands * PICKED + node.data("weight") - (node.hasClass("dim") || node.hasClass("away") ? PICKED / 2 : 0);
}

function box(node) {
  const { x, y } = node.renderedPosition();
  const half = node.renderedWidth() / 2;
  return { x1: x - half, x2: x + half, y1: y - half, y2: y + half };
}

// Push nodes apart that lie on each other; one that is locked stays where it is.
function spread(nodes) {
  const all = nodes.map((node) => ({ node, half: node.width() / 2, ...node.position(), isFree: !node.locked() }));
  for (let pass = 0, isMoved = true; isMoved && pass < PASSES; pass++) {
    isMoved = false;
    all.forEach((one, at) => {
      for (const other of all.slice(at + 1)) {
        const across = other.x - one.x || 0.1;
        const down = other.y - one.y || 0.1;
        const distance = Math.hypot(across, down);
        const missing = one.half + other.half + APART - distance;
        const free = one.isFree + other.isFree;
        if (missing <= 0.5 || !free) continue;
        const share = missing / distance / free;
        if (one.isFree) [one.x, one.y] = [one.x - across * share, one.y - down * share];
        if (other.isFree) [other.x, other.y] = [other.x + across * share, other.y + down * share];
        isMoved = true;
      }
    });
  }
  all.forEach(({ node, x, y, isFree }) => isFree && node.position({ x, y }));
}

function meet(one, other) {
  return one.x1 < other.x2 && other.x1 < one.x2 && one.y1 < other.y2 && other.y1 < one.y2;
}

function slot(kind) {
  const at = KINDS.indexOf(kind);
  return at < 0 ? KINDS.length - 1 : at;
}

function shape(kind) {
  return SHAPES[slot(kind)];
}

function colour(kind, theme) {
  return theme.colours[slot(kind)] || theme.accent;
}

function styles({ text, ground, accent, font, ...theme }) {
  return [
    {
      selector: "node",
      style: {
        label: "data(label)",
        shape: (node) => shape(node.data("kind")),
        "background-color": (node) => colour(node.data("kind"), theme),
        width: (node) => Math.min(64, 18 + 6 * Math.sqrt(node.data("weight"))),
        height: (node) => Math.min(64, 18 + 6 * Math.sqrt(node.data("weight"))),
        "z-index": (node) => node.data("weight"), // so that a name on a smaller node is read
        color: text,
        "font-family": font,
        "font-size": FONT,
        "font-weight": 500,
        "text-wrap": "ellipsis",
        "text-max-width": 15 * FONT,
        "text-valign": "bottom",
        "text-margin-y": 4,
        "text-outline-color": ground,
        "text-outline-width": 2.5,
        "border-width": 2,
        "border-color": ground,
      },
    },
    {
      selector: "edge",
      style: {
        width: 1.5,
        "line-color": text,
        "target-arrow-color": text,
        "line-opacity": 0.42,
        "target-arrow-shape": "triangle",
        "arrow-scale": 0.8,
        "curve-style": "bezier",
        "font-family": font,
        "font-size": FONT,
        color: text,
        "text-background-color": ground,
        "text-background-opacity": 0.9,
        "text-background-padding": 2,
      },
    },
    { selector: "edge.unsure", style: { width: 2, "line-style": "dashed", "line-opacity": 0.8 } },
    {
      selector: "edge.lit",
      style: { width: 3, "line-opacity": 1, "line-color": accent, "target-arrow-color": accent, "z-index": 5 },
    },
    { selector: "edge.told, edge:selected", style: { label: "data(label)", "z-index": 9 } },
    {
      selector: "edge.near",
      style: { "line-opacity": 1, "line-color": accent, "target-arrow-color": accent, "z-index": 9 },
    },
    { selector: "node.quiet", style: { "text-opacity": 0 } },
    { selector: "node.seed", style: { "border-width": 4, "border-color": accent } },
    { selector: ".dim, .away", style: { opacity: 0.3 } },
    { selector: ".near", style: { opacity: 1 } },
    {
      selector: "node:selected",
      style: { "border-width": 4, "border-color": text, "font-weight": 700, opacity: 1, "z-index": 10000 },
    },
    { selector: "node:active", style: { "overlay-color": accent, "overlay-opacity": 0.15 } },
  ];
}
