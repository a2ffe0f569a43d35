import type { Locator, Page } from '@playwright/test'

/** Answers the browser's next confirmation, and returns its text. */
export const confirmation = (page: Page, yes: boolean): Promise<string> =>
  new Promise((done) =>
    page.once('dialog', (dialog) => {
      done(`${dialog.type()}: ${dialog.message()}`)
      void (yes ? dialog.accept() : dialog.dismiss())
    }),
  )

/** Pastes a text at the focus, as a person does. */
export const paste = (box: Locator, text: string) =>
  box.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

/** The small cell of a listing. */
export const cellOf = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) })
