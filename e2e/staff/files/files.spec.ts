import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { importRows } from '../../stack/import-rows.ts'
import { pastePicture } from '../../stack/picture.ts'
import { expect, test, toast } from '../../stack/test.ts'

// Files that staff attach to notes.

/** A PDF. */
const pdf = Buffer.from('%PDF-1.7\n%%EOF')
const drawer = (page: Page) => page.getByRole('dialog', { name: /^Timeline/ })
const choose = async (page: Page, name: string, mimeType: string, buffer: Buffer) => {
  const chooser = page.waitForEvent('filechooser')
  await drawer(page).getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles({ name, mimeType, buffer })
}

test('a note has a picture and a PDF: chosen, pasted, refused, removed, and shown to a colleague', async ({
  page,
  pageOf,
}) => {
  const uid = `files-person-${Date.now()}`
  await importRows('users', [{ uid, displayName: uid, post_ability: 1 }])
  await page.goto(`/user-detail/${uid}`)
  await page.getByRole('button', { name: `Timeline of ${uid}`, exact: true }).click()
  const chosen = drawer(page).getByRole('list', { name: 'Files of the note' }).getByRole('listitem')
  const add = drawer(page).getByRole('button', { name: 'Add note' })
  await drawer(page).getByLabel('Note for other staff').fill('See what they sent.')

  await test.step('what is no picture is refused with a sentence, and must be removed first', async () => {
    await choose(page, 'page.png', 'image/png', Buffer.from('<html><script>alert(1)</script></html>'))
    await expect(chosen.getByRole('alert')).toContainText('Only pictures (PNG, JPEG, WebP, GIF) and PDFs')
    await expect(add).toHaveAttribute('aria-description', 'Remove the file that cannot be attached.')
    await chosen.getByRole('button', { name: 'Remove page.png' }).click()
    await expect(chosen).toHaveCount(0)
  })

  await test.step('a chosen PDF and a pasted picture', async () => {
    await choose(page, 'receipt.html', 'text/html', pdf)
    await expect(chosen.getByText('receipt.pdf')).toBeVisible()
    await pastePicture(drawer(page).getByLabel('Note for other staff'), 'parcel.png')
    await expect(chosen).toHaveCount(2)
    await expect(chosen.getByRole('progressbar')).toHaveCount(0)
    await add.click()
    await expect(toast(page, 'Note saved')).toBeVisible()
    await expect(chosen).toHaveCount(0)
  })

  await test.step('a colleague looks at the picture and saves the PDF; both looks are in the timeline', async () => {
    const other = await pageOf('support')
    await other.goto(`/user-detail/${uid}?timeline=user:${uid}`)
    const files = drawer(other).getByRole('list', { name: 'Files', exact: true })
    await files.getByRole('button', { name: 'Show parcel.png' }).click()
    const picture = files.getByRole('img', { name: 'parcel.png' })
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
    await files.getByRole('button', { name: 'Hide parcel.png' }).click()
    await expect(picture).toHaveCount(0)
    const download = other.waitForEvent('download')
    await files.getByRole('button', { name: 'Download receipt.pdf' }).click()
    expect(await readFile(await (await download).path())).toEqual(pdf)
    await drawer(other).getByRole('switch', { name: 'Also who looked' }).check()
    await expect(drawer(other).getByText('Looked at a file')).toHaveCount(2)
  })
})

test('a dropped file is cancelled, and another one arrives in spite of a cut connection @slow', async ({
  page,
}) => {
  const uid = `files-drop-${Date.now()}`
  await importRows('users', [{ uid, displayName: uid, post_ability: 1 }])
  await page.goto(`/user-detail/${uid}?timeline=user:${uid}`)
  const field = drawer(page).getByLabel('Note for other staff')
  const chosen = drawer(page).getByRole('list', { name: 'Files of the note' }).getByRole('listitem')
  const drop = (name: string) =>
    field.evaluate((target, called) => {
      const data = new DataTransfer()
      const bytes = [`%PDF-1.7\n`, new Uint8Array(12_000_000).fill(32)]
      data.items.add(new File(bytes, called, { type: 'application/pdf' }))
      target.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    }, name)
  // Slow enough to be seen.
  const network = await page.context().newCDPSession(page)
  const speed = (offline: boolean) =>
    network.send('Network.emulateNetworkConditions', {
      ...{ offline, latency: 0, downloadThroughput: -1, uploadThroughput: 4_000_000 },
    })
  await speed(false)
  const progress = (name: string) => chosen.getByRole('progressbar', { name: `Progress of ${name}` })
  const arrived = (name: string) => progress(name).evaluate((bar: HTMLProgressElement) => bar.value)

  await test.step('a cancelled one is gone', async () => {
    await drop('wrong.pdf')
    await expect.poll(() => arrived('wrong.pdf')).toBeGreaterThan(0)
    await chosen.getByRole('button', { name: 'Cancel wrong.pdf' }).click()
    await expect(chosen).toHaveCount(0)
  })

  await test.step('one that was cut goes on where it was', async () => {
    await drop('right.pdf')
    await expect.poll(() => arrived('right.pdf')).toBeGreaterThan(2_000_000)
    await speed(true)
    const before = await arrived('right.pdf')
    await speed(false)
    await expect.poll(() => arrived('right.pdf'), { intervals: [50] }).toBeGreaterThan(before)
    await expect(progress('right.pdf')).toHaveCount(0, { timeout: 15_000 })
    await expect(chosen.getByRole('alert')).toHaveCount(0)
    await field.fill('It arrived.')
    await drawer(page).getByRole('button', { name: 'Add note' }).click()
    await expect(toast(page, 'Note saved')).toBeVisible()
  })
})
