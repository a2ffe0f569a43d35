import type { ReactNode } from 'react'
import classes from './Flag.module.css'
import { flags } from './flags.ts'

const width = 30
const height = 20

/** The corners of a five-pointed star. */
function star(x: number, y: number, radius: number): string {
  return Array.from({ length: 10 }, (_, i) => {
    const length = i % 2 === 0 ? radius : radius * 0.4
    const angle = (Math.PI * i) / 5 - Math.PI / 2
    return `${(x + length * Math.cos(angle)).toFixed(2)},${(y + length * Math.sin(angle)).toFixed(2)}`
  }).join(' ')
}

function stripes(across: boolean, parts: string[]): ReactNode {
  const weighed = parts
    .map((part) => part.split('*'))
    .map(([fill, weight]) => ({ fill, size: Number(weight ?? 1) }))
  const total = weighed.reduce((sum, { size }) => sum + size, 0)
  const unit = (across ? height : width) / total
  let at = 0
  return weighed.map(({ fill, size }) => {
    const from = at
    at += size * unit
    return across ? (
      <rect key={from} y={from} width={width} height={size * unit} fill={fill} />
    ) : (
      <rect key={from} x={from} width={size * unit} height={height} fill={fill} />
    )
  })
}

function unionJack(scale: number): ReactNode {
  return (
    <g transform={`scale(${scale})`}>
      <rect width="30" height="20" fill="#012169" />
      <path d="M0 0 30 20M30 0 0 20" stroke="#fff" strokeWidth="4" />
      <path d="M0 0 30 20M30 0 0 20" stroke="#c8102e" strokeWidth="1.6" />
      <path d="M15 0V20M0 10H30" stroke="#fff" strokeWidth="6.6" />
      <path d="M15 0V20M0 10H30" stroke="#c8102e" strokeWidth="4" />
    </g>
  )
}

function draw(instruction: string): ReactNode {
  const [kind, rest = ''] = instruction.split(':')
  const parts = rest.split(',')
  const [fill = '', ...words] = parts
  const [x = 0, y = 0, w = 0, h = 0] = words.map(Number)
  switch (kind) {
    case 'h':
      return stripes(true, parts)
    case 'v':
      return stripes(false, parts)
    case 'x':
      return (
        <>
          <rect width={width} height={height} fill={fill} />
          <path d="M11 0V20M0 10H30" stroke={words[0]} strokeWidth={words[1] ? 5 : 4} />
          {words[1] && <path d="M11 0V20M0 10H30" stroke={words[1]} strokeWidth="2.4" />}
        </>
      )
    case 'r':
      return <rect fill={fill} x={x} y={y} width={w} height={h} />
    case 'o':
      return <circle fill={fill} cx={x} cy={y} r={w} />
    case 's':
      return <polygon fill={fill} points={star(x, y, w)} />
    case 'p':
      return <polygon fill={fill} points={words.join(' ')} />
    case 'l':
      return <polyline stroke={fill} strokeWidth={x} fill="none" points={words.slice(1).join(' ')} />
    case 'u':
      return unionJack(0.5)
    default:
      return unionJack(1)
  }
}

/** A country's flag, or nothing for a flag that is not in `flags`. `name` is the country's name. */
export function Flag({ code, name }: { code: string; name: string }) {
  const instructions = flags[code.toUpperCase()]
  if (!instructions) return null
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Flag of ${name}`}
      className={classes.flag}
    >
      <title>{name}</title>
      {instructions.split(' ').map((instruction) => (
        <g key={instruction}>{draw(instruction)}</g>
      ))}
    </svg>
  )
}
