import { saveBlob } from './save-file.ts'

/** The properties that a chart takes from style sheets, which a picture has not. */
const inherited = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-family',
]

/** Downloads a chart, drawn as SVG, as a PNG of twice its size on the page's background, with its name above. */
export async function saveChart(chart: SVGSVGElement, name: string, file: string): Promise<void> {
  const { width, height } = chart.getBoundingClientRect()
  const copy = chart.cloneNode(true) as SVGSVGElement
  const originals = chart.querySelectorAll<SVGElement>('*')
  for (const [at, element] of copy.querySelectorAll<SVGElement>('*').entries()) {
    const original = originals[at]
    if (!original) continue
    const style = getComputedStyle(original)
    for (const property of inherited) element.style.setProperty(property, style.getPropertyValue(property))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const picture = new Image(width, height)
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await picture.decode()
  const head = 36
  const canvas = document.createElement('canvas')
  canvas.width = width * 2
  canvas.height = (height + head) * 2
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body)
  context.scale(2, 2)
  context.fillStyle = backgroundColor
  context.fillRect(0, 0, width, height + head)
  context.fillStyle = color
  context.font = `600 14px ${fontFamily}`
  context.fillText(name, 12, 23)
  context.drawImage(picture, 0, head, width, height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('The picture could not be made.')
  saveBlob(file, blob)
}
