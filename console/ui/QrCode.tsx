import { encode } from 'uqr'

/** A text as a QR code: dark on light in every colour scheme, with the quiet zone that cameras need. */
export function QrCode({ text, label, size }: { text: string; label: string; size: number }) {
  const { data, size: cells } = encode(text, { border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${cells} ${cells}`}
      shapeRendering="crispEdges"
    >
      <rect width={cells} height={cells} fill="white" />
      <path d={dark.join('')} fill="black" />
    </svg>
  )
}
