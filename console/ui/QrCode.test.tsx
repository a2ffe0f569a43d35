import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { QrCode } from './QrCode.tsx'

test('is a square of cells with the three corner marks and a quiet zone of four cells', () => {
  render(<QrCode text="otpauth://totp/Portreeve?secret=ABCDEFGH" label="QR" size={200} />)
  const picture = screen.getByRole('img', { name: 'QR' })
  const cells = Number(picture.getAttribute('viewBox')?.split(' ')[2])
  const dark = new Set(
    [...(picture.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)/g)].map(
      ([, x, y]) => `${x} ${y}`,
    ),
  )
  expect((cells - 8 - 17) % 4).toBe(0)
  for (const [left, top] of [
    [4, 4],
    [cells - 11, 4],
    [4, cells - 11],
  ] as const) {
    const mark = Array.from({ length: 7 }, (_, y) =>
      Array.from({ length: 7 }, (_, x) => (dark.has(`${left + x} ${top + y}`) ? '#' : '.')).join(''),
    )
    expect(mark).toEqual(['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'])
  }
  for (let at = 0; at < cells; at++)
    for (const edge of [0, 1, 2, 3, cells - 1, cells - 2, cells - 3, cells - 4])
      expect(dark.has(`${at} ${edge}`) || dark.has(`${edge} ${at}`)).toBe(false)
})
