import type { Locator } from '@playwright/test'

/** A picture of one red pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
)

/** Pastes the picture into a field. */
export const pastePicture = (field: Locator, name: string) =>
  field.evaluate(
    (target, [bytes, called]) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], called, { type: 'image/png' }))
      target.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    },
    [[...png], name] as const,
  )
