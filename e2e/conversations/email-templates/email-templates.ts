import type { FrameLocator, Locator, Page } from '@playwright/test'
import { expect, follow } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'

/** A call of the email templates. */
export const call = (id = '', rest = '') =>
  `/v1/admin/email_templates${id && `/${encodeURIComponent(id)}`}${rest}`

export const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
/** The editor of the HTML. */
export const editor = (page: Page): Locator => field(page, 'HTML body')
/**
 * Replaces the HTML. By keys, which the editor handles itself: it may draw its own selection between the selection and the text of `fill`, which
 * then adds to what is there.
 */
export async function write(page: Page, html: string) {
  await editor(page).press('Control+a')
  if (html) await page.keyboard.insertText(html)
  else await page.keyboard.press('Delete')
}
/** The content of the preview. */
export const frame = (page: Page): FrameLocator => page.frameLocator('iframe[title="HTML preview"]')
export const preview = (page: Page): Locator => page.locator('iframe[title="HTML preview"]')
export const html = (page: Page) => page.getByRole('tab', { name: 'HTML', exact: true }).click()
export const text = (page: Page) => page.getByRole('tab', { name: 'Text', exact: true }).click()

/** Opens an existing template and waits until it is loaded. */
export async function openTemplate(page: Page, name: string) {
  await page.goto(`/email-templates/${encodeURIComponent(name)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(button(page, 'Save')).toBeVisible()
}

/** Goes on to another template, or to 'new', from an open page without toasts; discards typed text. */
export async function moveToTemplate(page: Page, name: string) {
  await closeToasts(page)
  await follow(page, `/email-templates/${encodeURIComponent(name)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    name === 'new' ? 'New Email Template' : name,
  )
  await expect(button(page, name === 'new' ? 'Create Template' : 'Save')).toBeVisible()
}
