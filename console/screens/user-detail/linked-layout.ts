import type { LinkedAccounts } from '@portreeve/contract/linked-accounts'
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

/** Where everything of the drawing is. */
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
  /** How many steps from the shown person. */
  readonly from: number
}

/** More people than this stand without their names, which then show on hover and focus. */
const mostNames = 48
export const isCrowded = ({ accounts }: LinkedAccounts) => accounts.length > mostNames

const ticks = 240
const ticksAtOnce = 20

/** High enough for everybody, in proportion to the width. */
export function heightFor(linked: LinkedAccounts, width: number): number {
  const eachTakes = isCrowded(linked) ? 2400 : 20_000
  const nodes = linked.accounts.length + linked.links.length
  return Math.round(Math.min(960, Math.max(320, (nodes * eachTakes) / width)))
}

/**
 * Lets the people and their evidence find their places, the shown person in the middle. The same number of steps always,
 * a few at a time, so that the page stays quick; nothing is drawn before the end. Rejects when `signal` says so.
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
    const own = account.uid === uid
    return { uid: account.uid, from: own ? 0 : 2, ...(own && { fx: 0, fy: 0 }) }
  })
  const evidence = linked.links.map(({ uids }): Node => ({ from: uids.includes(uid) ? 1 : 3 }))
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
    // Around the shown person what they share, around that who shares it.
    .force('ring', forceRadial<Node>((node) => node.from * ring).strength(0.5))
    .force(
      'link',
      forceLink<Node, (typeof edges)[number]>(edges)
        .distance(ring)
        .strength((edge) => (edge.weak ? 0.02 : 0.15)),
    )
    .force('charge', forceManyBody().strength(crowded ? -120 : -700))
    .force('apart', forceCollide(crowded ? 18 : 60))
    .stop()
  for (let done = 0; done < ticks; done += ticksAtOnce) {
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

/** Half of what a person with their name takes, and a piece of evidence. */
const sizeOf = ({ uid }: Node) => (uid === undefined ? { x: 80, y: 22 } : { x: 58, y: 40 })

/** Stretches or shrinks the drawing into its box, around its middle. */
function fit(nodes: Node[], width: number, height: number) {
  const reach = (axis: 'x' | 'y', room: number) =>
    Math.min(2, room / Math.max(1, ...nodes.map((node) => Math.abs(node[axis] ?? 0))))
  const across = reach('x', width / 2 - 60)
  const down = reach('y', height / 2 - 42)
  for (const node of nodes) {
    node.x = (node.x ?? 0) * across
    node.y = (node.y ?? 0) * down
  }
}

/** Pushes apart what covers each other, by the shorter way, as far as the box has room. */
function separate(nodes: Node[], width: number, height: number) {
  for (let round = 0; round < 60; round++) {
    for (const [i, one] of nodes.entries())
      for (const other of nodes.slice(i + 1)) {
        const [a, b] = [sizeOf(one), sizeOf(other)]
        const gap = { x: (other.x ?? 0) - (one.x ?? 0), y: (other.y ?? 0) - (one.y ?? 0) }
        const over = { x: a.x + b.x - Math.abs(gap.x), y: a.y + b.y - Math.abs(gap.y) }
        if (over.x <= 0 || over.y <= 0) continue
        const axis = over.x < over.y ? 'x' : 'y'
        const push = ((gap[axis] < 0 ? -1 : 1) * over[axis]) / 2
        // Who is in the middle stays there.
        if (one.from > 0) one[axis] = (one[axis] ?? 0) - push
        if (other.from > 0) other[axis] = (other[axis] ?? 0) + push
      }
    for (const node of nodes) {
      const { x, y } = sizeOf(node)
      node.x = within(node.x ?? 0, width / 2 - x)
      node.y = within(node.y ?? 0, height / 2 - y)
    }
  }
}

const within = (value: number, most: number) => Math.max(-most, Math.min(most, value))
