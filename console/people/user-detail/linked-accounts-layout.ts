import type { LinkedAccounts } from '@portreeve/contract/people/linked-accounts'
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceRadial,
  forceSimulation,
  type SimulationNodeDatum,
} from 'd3-force'

/** Pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The positions of all nodes of the graph. */
export interface Layout {
  readonly width: number
  readonly height: number
  /** By uid. */
  readonly people: ReadonlyMap<string, Point>
  /** In the order of the links. */
  readonly evidence: readonly Point[]
}

interface Node extends SimulationNodeDatum {
  readonly uid?: string
  /** The number of links between the node and the shown person. */
  readonly depth: number
}

/** Above this number of people, names are shown only on hover and focus. */
const maxNames = 48
export const isCrowded = ({ accounts }: LinkedAccounts) => accounts.length > maxNames

const ticks = 240
const ticksAtOnce = 20

/** The height that all nodes need at a width, pixels. */
export function heightFor(linked: LinkedAccounts, width: number): number {
  const areaPerNode = isCrowded(linked) ? 2400 : 20_000
  const nodes = linked.accounts.length + linked.links.length
  return Math.round(Math.min(960, Math.max(320, (nodes * areaPerNode) / width)))
}

/**
 * Computes the positions of people and evidence by a force simulation, with the shown person in the middle. A fixed number
 * of ticks makes the result deterministic; they run in batches, so that the page stays responsive. Rejects on abort.
 */
export async function layOut(
  linked: LinkedAccounts,
  uid: string,
  width: number,
  signal: AbortSignal,
): Promise<Layout> {
  const height = heightFor(linked, width)
  const crowded = isCrowded(linked)
  const people = linked.accounts.map((account): Node => {
    const isShown = account.uid === uid
    return { uid: account.uid, depth: isShown ? 0 : 2, ...(isShown && { fx: 0, fy: 0 }) }
  })
  const evidence = linked.links.map(({ uids }): Node => ({ depth: uids.includes(uid) ? 1 : 3 }))
  const byUid = new Map(people.map((node) => [node.uid, node]))
  const edges = linked.links.flatMap((link, at) =>
    link.uids.flatMap((one) => {
      const [source, target] = [byUid.get(one), evidence[at]]
      return source && target ? [{ source, target, weak: link.weak }] : []
    }),
  )
  const nodes = [...people, ...evidence]
  const ring = crowded ? 90 : 130
  const simulation = forceSimulation<Node>(nodes)
    // An inner ring of the person's evidence, an outer ring of the people who share it.
    .force('ring', forceRadial<Node>((node) => node.depth * ring).strength(0.5))
    .force(
      'link',
      forceLink<Node, (typeof edges)[number]>(edges)
        .distance(ring)
        .strength((edge) => (edge.weak ? 0.02 : 0.15)),
    )
    .force('charge', forceManyBody().strength(crowded ? -120 : -700))
    .force('apart', forceCollide(crowded ? 18 : 60))
    .stop()
  for (let tick = 0; tick < ticks; tick += ticksAtOnce) {
    simulation.tick(ticksAtOnce)
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
  }
  fit(nodes, width, height)
  if (!crowded) separate(nodes, width, height)
  const pointOf = ({ x = 0, y = 0 }: Node): Point => ({
    x: Math.round(width / 2 + x),
    y: Math.round(height / 2 + y),
  })
  return {
    width,
    height,
    people: new Map(people.map((node) => [node.uid ?? '', pointOf(node)])),
    evidence: evidence.map(pointOf),
  }
}

/** Half the size of a node: a piece of evidence, or a person with their name. */
const sizeOf = ({ uid }: Node) => (uid === undefined ? { x: 80, y: 22 } : { x: 58, y: 40 })

/** Scales the graph to its box, around the middle. */
function fit(nodes: Node[], width: number, height: number) {
  const scale = (axis: 'x' | 'y', room: number) =>
    Math.min(2, room / Math.max(1, ...nodes.map((node) => Math.abs(node[axis] ?? 0))))
  const scaleX = scale('x', width / 2 - 60)
  const scaleY = scale('y', height / 2 - 42)
  for (const node of nodes) {
    node.x = (node.x ?? 0) * scaleX
    node.y = (node.y ?? 0) * scaleY
  }
}

/** Pushes overlapping nodes apart along the axis with the smaller overlap, within the box. */
function separate(nodes: Node[], width: number, height: number) {
  for (let round = 0; round < 60; round++) {
    for (const [i, one] of nodes.entries())
      for (const other of nodes.slice(i + 1)) {
        const [a, b] = [sizeOf(one), sizeOf(other)]
        const gap = { x: (other.x ?? 0) - (one.x ?? 0), y: (other.y ?? 0) - (one.y ?? 0) }
        const overlap = { x: a.x + b.x - Math.abs(gap.x), y: a.y + b.y - Math.abs(gap.y) }
        if (overlap.x <= 0 || overlap.y <= 0) continue
        const axis = overlap.x < overlap.y ? 'x' : 'y'
        const push = ((gap[axis] < 0 ? -1 : 1) * overlap[axis]) / 2
        // The shown person stays in the middle.
        if (one.depth > 0) one[axis] = (one[axis] ?? 0) - push
        if (other.depth > 0) other[axis] = (other[axis] ?? 0) + push
      }
    for (const node of nodes) {
      const { x, y } = sizeOf(node)
      node.x = within(node.x ?? 0, width / 2 - x)
      node.y = within(node.y ?? 0, height / 2 - y)
    }
  }
}

const within = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value))
