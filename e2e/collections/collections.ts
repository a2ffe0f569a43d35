import type { Locator, Page } from '@playwright/test'

/** Answers the browser's next confirmation, and says what it asked. */
export const confirmation = (page: Page, yes: boolean): Promise<string> =>
  new Promise((asked) =>
    page.once('dialog', (dialog) => {
      asked(`${dialog.type()}: ${dialog.message()}`)
      void (yes ? dialog.accept() : dialog.dismiss())
    }),
  )

/** Pastes a text where the keyboard is, as a person does. */
export const paste = (box: Locator, text: string) =>
  box.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

/** The small cell of a listing. */
export const cellOf = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) })
