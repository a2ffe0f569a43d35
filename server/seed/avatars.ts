import { Random } from './random.ts'

const grounds = [
  '#fde2c8',
  '#d7e8f7',
  '#dff0d8',
  '#f4d9e6',
  '#e6e0f5',
  '#fbf0c4',
  '#d5efee',
  '#f0e4d7',
  '#dfe3ea',
] as const
const skins = ['#f6d7c3', '#eec2a0', '#d9a27a', '#b97f56', '#8d5a3b', '#5f3b28'] as const
const hairs = [
  '#2b211c',
  '#4a3226',
  '#7b4b2a',
  '#b9803f',
  '#d8b56a',
  '#8c8c90',
  '#c4523a',
  '#3d4a6b',
] as const
const shirts = [
  '#0a5fca',
  '#c2452d',
  '#2c7a4b',
  '#6a4c93',
  '#d08a1d',
  '#24566b',
  '#8a3b5c',
  '#4b5563',
] as const

const cuts: readonly [(hair: string) => string, ...((hair: string) => string)[]] = [
  (hair) => `<path d="M38 62c0-24 12-34 27-34s27 10 27 34c-4-14-10-20-27-20s-23 6-27 20z" fill="${hair}"/>`,
  (hair) =>
    `<path d="M36 88c-4-38 6-62 29-62s33 24 29 62c-6-4-4-30-8-38-8 2-30 0-38-8-6 10-6 40-12 46z" fill="${hair}"/>`,
  (hair) =>
    `<circle cx="65" cy="28" r="11" fill="${hair}"/><path d="M39 58c0-20 12-28 26-28s26 8 26 28c-8-10-44-10-52 0z" fill="${hair}"/>`,
  (hair) =>
    [44, 54, 65, 76, 86]
      .map((x, at) => `<circle cx="${x}" cy="${at % 2 ? 34 : 40}" r="12" fill="${hair}"/>`)
      .join(''),
  (hair) =>
    `<path d="M38 56c2-20 14-28 28-28 16 0 24 8 26 22-12-2-20-6-26-12-4 8-14 14-28 18z" fill="${hair}"/>`,
  () => '',
  (hair) =>
    `<path d="M33 66c0-30 14-40 32-40s32 10 32 40l-7-2c-2-18-10-24-25-24s-23 6-25 24z" fill="${hair}"/><path d="M42 52h46v-8H42z" fill="${hair}"/>`,
]
const patterns: readonly [(ink: string) => string, ...((ink: string) => string)[]] = [
  () => '',
  (ink) =>
    [10, 40, 70, 100]
      .map((x) => `<path d="M${x} 0v130" stroke="${ink}" stroke-width="10" opacity=".12"/>`)
      .join(''),
  (ink) =>
    [18, 65, 112]
      .flatMap((x) =>
        [18, 65, 112].map((y) => `<circle cx="${x}" cy="${y}" r="9" fill="${ink}" opacity=".13"/>`),
      )
      .join(''),
  (ink) => `<path d="M0 130 130 0v130z" fill="${ink}" opacity=".13"/>`,
  (ink) => `<circle cx="65" cy="65" r="56" fill="${ink}" opacity=".13"/>`,
]

/** A drawn face, 130 × 130. */
export function avatar(uid: string): string {
  const random = Random.of(uid)
  const [ground, skin, hair, shirt] = [
    random.pick(grounds),
    random.pick(skins),
    random.pick(hairs),
    random.pick(shirts),
  ]
  const glasses = random.below(4) === 0
  const smile = 70 + random.below(10)
  const pieces = [
    `<rect width="130" height="130" fill="${ground}"/>`,
    random.pick(patterns)(shirt),
    `<path d="M20 130c2-26 20-36 45-36s43 10 45 36z" fill="${shirt}"/>`,
    `<rect x="56" y="80" width="18" height="20" rx="8" fill="${skin}"/>`,
    `<ellipse cx="65" cy="62" rx="25" ry="29" fill="${skin}"/>`,
    random.pick(cuts)(hair),
    '<circle cx="56" cy="62" r="2.6" fill="#222"/><circle cx="74" cy="62" r="2.6" fill="#222"/>',
    glasses
      ? '<g fill="none" stroke="#333" stroke-width="2"><circle cx="56" cy="62" r="8"/><circle cx="74" cy="62" r="8"/><path d="M64 62h2"/></g>'
      : '',
    `<path d="M57 74q8 ${smile - 66} 16 0" fill="none" stroke="#7a2e2e" stroke-width="2.4" stroke-linecap="round"/>`,
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 130 130" width="130" height="130">${pieces.join('')}</svg>`
}
