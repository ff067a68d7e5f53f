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
const LABEL_AREA = 6200; // square pixels that a label needs, so that labels do not lie on each other

const graphs = new WeakMap();

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
    this.cy.on("mouseover", "node", ({ target }) => target.closedNeighborhood().addClass("near"));
    this.cy.on("mouseout", "node", () => this.cy.elements().removeClass("near"));
    this.cy.on("zoom", () => this.relabel());
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(this.stage);
    // the theme reaches the page as properties of an element above, so a change of it has to be watched for
    this.theme = new MutationObserver(() => this.paint());
    for (let at = root.host ?? root; at; at = at.parentElement) {
      this.theme.observe(at, { attributes: true, attributeFilter: ["style", "class"] });
    }
    this.stage.addEventListener("keydown", (event) => this.key(event));
    const [closer, farther, whole] = this.buttons;
    closer.onclick = () => this.zoom(ZOOM);
    farther.onclick = () => this.zoom(1 / ZOOM);
    whole.onclick = () => this.fit();
  }

  show(data, tell) {
    this.pick = (name, id) => tell(name, id);
    this.words = data.words;
    this.stage.setAttribute("aria-label", data.words.label);
    this.buttons.forEach((button, at) => {
      button.title = data.words.buttons[at];
      button.setAttribute("aria-label", data.words.buttons[at]);
    });
    const isNew = this.update(data);
    this.paint();
    if (isNew) this.arrange();
    else this.relabel();
  }

  // Bring the drawn nodes and edges in line with the data; return whether there are others than before.
  update({ nodes, edges, selected }) {
    const { cy } = this;
    const wanted = new Map([...nodes, ...edges].map((one) => [one.id, one]));
    const gone = cy.elements().filter((element) => !wanted.has(element.id()));
    let isNew = gone.nonempty();
    cy.batch(() => {
      gone.remove();
      nodes.forEach((node, at) => {
        const angle = (2 * Math.PI * at) / nodes.length;
        const position = this.beside(node.id, edges) ?? { x: 260 * Math.cos(angle), y: 260 * Math.sin(angle) };
        isNew = this.put(node, node.classes, position) || isNew;
      });
      edges.forEach((edge) => {
        isNew = this.put(edge, edge.classes) || isNew;
      });
      cy.elements().unselect();
      if (selected) cy.$id(selected).select();
    });
    return isNew;
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
      line: value("--st-border-color"),
      accent: value("--st-primary-color"),
      font: value("--st-font") || "sans-serif",
      colours: value("--st-chart-categorical-colors").split(",").map((colour) => colour.trim()),
    };
    const print = JSON.stringify(theme);
    const kinds = [...new Set(this.cy.nodes().map((node) => node.data("kind")))];
    this.label(kinds, theme);
    if (print === this.painted) return;
    this.painted = print;
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
    if (this.cy.edges(".lit").nonempty()) {
      const mark = document.createElement("i");
      mark.className = "line";
      mark.style.color = theme.accent;
      rows.push(row(mark, this.words.lit));
    }
    this.legend.replaceChildren(...rows);
  }

  arrange() {
    if (!this.stage.clientWidth) return; // hidden: at the first size it gets
    this.isArranged = true;
    this.cy.resize();
    const layout = this.cy.layout({
      name: "cose",
      animate: false,
      randomize: false,
      fit: false,
      nodeDimensionsIncludeLabels: false,
      nodeRepulsion: () => 9000,
      idealEdgeLength: () => 60,
      edgeElasticity: () => 90,
      nodeOverlap: 16,
      componentSpacing: 70,
      gravity: 0.6,
      numIter: 1200,
    });
    layout.one("layoutstop", () => this.fit());
    layout.run();
  }

  resize() {
    this.cy.resize();
    if (!this.isArranged) this.arrange();
    else if (this.width !== this.stage.clientWidth) this.fit();
    this.width = this.stage.clientWidth;
  }

  // Labels keep their size on the screen when the graph is drawn small. Where there is no room for all of them, the
  // nodes with the most facts have theirs; the others show it when they are picked, pointed at, or drawn larger.
  relabel() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      const { cy, stage } = this;
      const scale = Math.max(1, 1 / cy.zoom());
      const growth = (cy.zoom() / (this.zoomToFit ?? cy.zoom())) ** 2;
      const room = Math.round((stage.clientWidth * stage.clientHeight * growth) / LABEL_AREA);
      cy.batch(() => {
        const heaviest = cy.nodes().sort((one, other) => other.data("weight") - one.data("weight"));
        heaviest.forEach((node, at) => node.toggleClass("quiet", at >= room));
        cy.nodes().style({ "font-size": FONT * scale, "text-max-width": 11 * FONT * scale });
      });
    });
  }

  fit() {
    this.cy.fit(undefined, 28);
    if (this.cy.zoom() > 1.4) {
      this.cy.zoom(1.4);
      this.cy.center();
    }
    this.zoomToFit = this.cy.zoom();
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
  const line = document.createElement("span");
  line.append(mark, text);
  return line;
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

function styles({ text, ground, line, accent, font, ...theme }) {
  return [
    {
      selector: "node",
      style: {
        label: "data(label)",
        shape: (node) => shape(node.data("kind")),
        "background-color": (node) => colour(node.data("kind"), theme),
        width: (node) => 20 + 7 * Math.sqrt(node.data("weight")),
        height: (node) => 20 + 7 * Math.sqrt(node.data("weight")),
        color: text,
        "font-family": font,
        "font-size": FONT,
        "font-weight": 500,
        "text-wrap": "ellipsis",
        "text-max-width": 11 * FONT,
        "text-valign": "bottom",
        "text-margin-y": 4,
        "text-outline-color": ground,
        "text-outline-width": 2.5,
        "min-zoomed-font-size": 6,
        "border-width": 2,
        "border-color": ground,
      },
    },
    {
      selector: "edge",
      style: {
        width: 1.5,
        "line-color": line,
        "target-arrow-color": line,
        "target-arrow-shape": "triangle",
        "arrow-scale": 0.8,
        "curve-style": "bezier",
        "font-family": font,
        "font-size": 10,
        color: text,
        "text-outline-color": ground,
        "text-outline-width": 2.5,
        "text-rotation": "autorotate",
        "min-zoomed-font-size": 7,
      },
    },
    { selector: "edge.past", style: { "line-style": "dashed" } },
    { selector: "edge.lit", style: { width: 3, "line-color": accent, "target-arrow-color": accent, "z-index": 5 } },
    { selector: "edge.lit, edge.near, edge:selected", style: { label: "data(label)" } },
    { selector: "edge.near", style: { "line-color": accent, "target-arrow-color": accent, "z-index": 9 } },
    { selector: "node.quiet", style: { "text-opacity": 0 } },
    { selector: "node.near, node.seed, node:selected", style: { "text-opacity": 1 } },
    { selector: "node.seed", style: { "border-width": 4, "border-color": accent } },
    { selector: ".dim", style: { opacity: 0.28 } },
    {
      selector: "node:selected",
      style: { "border-width": 4, "border-color": text, "font-weight": 700, opacity: 1, "z-index": 10 },
    },
    { selector: "node:active", style: { "overlay-color": accent, "overlay-opacity": 0.15 } },
  ];
}
