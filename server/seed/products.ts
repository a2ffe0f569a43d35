import type { Category } from './categories.ts'
import { Random } from './random.ts'

const walls = ['#f3efe7', '#e8eef3', '#eef2e6', '#f5e9ea', '#eae8f3', '#f7f1dc', '#e4f0ee'] as const
const floors = ['#d9cfbf', '#c3cfd9', '#cfd8bd', '#dfc6c8', '#cbc6dc', '#e0d4a8', '#bcd6d1'] as const
const inks = ['#2f5d8a', '#a8442f', '#3f7d58', '#7a5195', '#c98a1b', '#3b4252', '#9a3b63', '#8a6b4a'] as const

/** Simple objects on a field of 130 × 130, in a main colour and a darker one. */
const objects: Record<Category, (ink: string, dark: string) => string> = {
  bike: (ink, dark) =>
    `<g fill="none" stroke="${dark}" stroke-width="4"><circle cx="38" cy="82" r="20"/><circle cx="94" cy="82" r="20"/></g><path d="M38 82 54 54h32l8 28M54 54l14 28L86 54M38 82h30M50 48h12M86 54l-4-12h12" fill="none" stroke="${ink}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"/>`,
  phone: (ink, dark) =>
    `<rect x="44" y="24" width="42" height="82" rx="8" fill="${dark}"/><rect x="48" y="32" width="34" height="62" rx="2" fill="${ink}"/><circle cx="65" cy="100" r="3" fill="#fff"/><path d="m48 94 34-40v40z" fill="#fff" opacity=".18"/>`,
  sofa: (ink, dark) =>
    `<rect x="24" y="46" width="82" height="34" rx="10" fill="${dark}"/><rect x="16" y="60" width="20" height="34" rx="8" fill="${ink}"/><rect x="94" y="60" width="20" height="34" rx="8" fill="${ink}"/><rect x="32" y="70" width="33" height="24" rx="6" fill="${ink}"/><rect x="66" y="70" width="33" height="24" rx="6" fill="${ink}"/><path d="M30 94v8M100 94v8" stroke="#4a3b2c" stroke-width="5"/>`,
  lamp: (ink, dark) =>
    `<path d="M65 52v46" stroke="${dark}" stroke-width="5"/><path d="M46 26h38l12 30H34z" fill="${ink}"/><ellipse cx="65" cy="102" rx="22" ry="5" fill="${dark}"/><path d="m34 56-12 40h86L96 56z" fill="#ffe9a8" opacity=".45"/>`,
  guitar: (ink, dark) =>
    `<g transform="rotate(35 65 65)"><rect x="61" y="8" width="8" height="56" fill="${dark}"/><rect x="58" y="4" width="14" height="12" rx="3" fill="${dark}"/><circle cx="65" cy="70" r="18" fill="${ink}"/><circle cx="65" cy="95" r="24" fill="${ink}"/><circle cx="65" cy="82" r="9" fill="${dark}"/><path d="M63 14v88M67 14v88" stroke="#fff" opacity=".6"/></g>`,
  camera: (ink, dark) =>
    `<rect x="20" y="44" width="90" height="56" rx="8" fill="${dark}"/><path d="M48 44l6-12h22l6 12z" fill="${dark}"/><rect x="20" y="58" width="90" height="28" fill="${ink}"/><circle cx="65" cy="72" r="22" fill="#222"/><circle cx="65" cy="72" r="14" fill="#5b7ea3"/><circle cx="60" cy="67" r="4" fill="#fff" opacity=".7"/>`,
  shoes: (ink, dark) =>
    `<path d="M18 66c8 4 16 0 20-10l10-2c8 14 24 22 48 24 10 1 14 6 14 12H20c-4-6-4-16-2-24z" fill="${ink}"/><path d="M18 90h92v8H22z" fill="${dark}"/><path d="m54 60-6 8m14-4-6 8m14-4-6 8" stroke="#fff" stroke-width="3"/>`,
  jacket: (ink, dark) =>
    `<path d="M48 26 26 40l-8 52 14 3 6-34v44h54V61l6 34 14-3-8-52-22-14-17 10z" fill="${ink}"/><path d="M65 36v69M48 26l17 26 17-26" fill="none" stroke="${dark}" stroke-width="4"/><rect x="44" y="78" width="14" height="12" fill="${dark}"/><rect x="72" y="78" width="14" height="12" fill="${dark}"/>`,
  watch: (ink, dark) =>
    `<rect x="52" y="10" width="26" height="110" rx="8" fill="${dark}"/><circle cx="65" cy="65" r="31" fill="${ink}"/><circle cx="65" cy="65" r="24" fill="#fff"/><path d="M65 65V48M65 65l12 7" stroke="#222" stroke-width="3.5" stroke-linecap="round"/><rect x="95" y="61" width="7" height="8" rx="2" fill="${ink}"/>`,
  bag: (ink, dark) =>
    `<path d="M46 48V38c0-24 38-24 38 0v10" fill="none" stroke="${dark}" stroke-width="6"/><path d="M30 46h70l8 58H22z" fill="${ink}"/><path d="M27 66h76" stroke="${dark}" stroke-width="5"/><rect x="58" y="60" width="14" height="13" rx="3" fill="${dark}"/>`,
  book: (ink, dark) =>
    `<g transform="rotate(-8 65 65)"><path d="M34 22h58v84H34z" fill="${ink}"/><path d="M34 22h10v84H34z" fill="${dark}"/><path d="M34 100h58v8H40c-4 0-6-3-6-8z" fill="#fff"/><path d="M54 42h30M54 52h22" stroke="#fff" stroke-width="4"/><circle cx="69" cy="78" r="10" fill="#fff" opacity=".35"/></g>`,
  plant: (ink, dark) =>
    `<path d="M65 84C36 80 28 54 34 40c18 4 30 20 31 44zM65 84c-2-34 12-50 32-54 6 20-6 46-32 54zM65 84c-8-24-4-44 0-58 8 14 10 36 0 58z" fill="#4f8a5b"/><path d="M65 84V60" stroke="#2f5d3a" stroke-width="3"/><path d="M44 82h42l-6 26H50z" fill="${ink}"/><rect x="40" y="78" width="50" height="9" rx="3" fill="${dark}"/>`,
  laptop: (ink, dark) =>
    `<rect x="30" y="32" width="70" height="48" rx="5" fill="${dark}"/><rect x="35" y="37" width="60" height="38" fill="${ink}"/><path d="M18 84h94l8 14H10z" fill="#9aa3ad"/><rect x="52" y="90" width="26" height="5" rx="2" fill="#7c858f"/><path d="m35 75 36-38h14L48 75z" fill="#fff" opacity=".16"/>`,
  chair: (ink, dark) =>
    `<path d="M42 20h46l-4 48H46z" fill="${ink}"/><rect x="36" y="66" width="58" height="12" rx="4" fill="${ink}"/><path d="m42 78-6 32M88 78l6 32M50 78v24M80 78v24M48 32h34M47 46h36" stroke="${dark}" stroke-width="5" stroke-linecap="round"/>`,
  skateboard: (ink, dark) =>
    `<path d="M14 58c4 10 12 12 20 12h62c8 0 16-2 20-12" fill="none" stroke="${ink}" stroke-width="10" stroke-linecap="round"/><path d="M34 74h16M80 74h16" stroke="#777" stroke-width="6"/><circle cx="42" cy="84" r="9" fill="${dark}"/><circle cx="88" cy="84" r="9" fill="${dark}"/><circle cx="42" cy="84" r="3" fill="#fff"/><circle cx="88" cy="84" r="3" fill="#fff"/>`,
  console: (ink, dark) =>
    `<path d="M34 46h62c16 0 24 22 22 44-1 12-14 14-22 2l-6-10H40l-6 10c-8 12-21 10-22-2-2-22 6-44 22-44z" fill="${ink}"/><path d="M38 56v18M29 65h18" stroke="#fff" stroke-width="6" stroke-linecap="round"/><circle cx="90" cy="58" r="5" fill="${dark}"/><circle cx="100" cy="66" r="5" fill="#fff"/><circle cx="80" cy="66" r="5" fill="#fff"/><circle cx="90" cy="74" r="5" fill="${dark}"/>`,
}

/** A drawn object of a listing: 'thumb' 130 × 130, the photos '1', '2' … larger, each from a slightly different angle. */
export function product(category: Category, key: string, which: string): string {
  const random = Random.of(key)
  const ink = random.pick(inks)
  const shade = random.below(walls.length)
  const view = which === 'thumb' ? 1 : Number(which)
  const size = which === 'thumb' ? 130 : 650
  const turn = view === 1 ? 0 : ((view * 47) % 25) - 12
  const grow = view === 1 ? 1 : 0.8 + ((view * 31) % 50) / 100
  const [wall, floor] = [walls[(shade + view - 1) % walls.length], floors[(shade + view - 1) % floors.length]]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 130 130" width="${size}" height="${size}">`,
    `<rect width="130" height="130" fill="${wall}"/><path d="M0 94h130v36H0z" fill="${floor}"/>`,
    '<ellipse cx="65" cy="106" rx="46" ry="6" opacity=".12"/>',
    `<g transform="translate(65 65) rotate(${turn}) scale(${grow.toFixed(2)}) translate(-65 -65)">${objects[category](ink, darker(ink))}</g></svg>`,
  ].join('')
}

/** Each part of a colour at two thirds. */
const darker = (colour: string) =>
  colour.replace(/[0-9a-f]{2}/g, (part) =>
    Math.round(Number.parseInt(part, 16) * 0.62)
      .toString(16)
      .padStart(2, '0'),
  )
