/** The default targets of the console's external links; PORTREEVE_ENVIRONMENTS overrides them (D-025). */
export const defaultLinks = (address: string, test: boolean) => {
  const dashboard = `https://dashboard.stripe.com${test ? '/test' : ''}`
  return {
    listing: 'https://marketplace.example/posts/{id}',
    storage: `${address}/images/{path}`,
    ip: 'https://ipinfo.io/{ip}',
    push: 'https://dashboard.onesignal.com/players/{id}',
    payment: `${dashboard}/payments/{id}`,
    customer: `${dashboard}/customers/{id}`,
    connect: `${dashboard}/connect/accounts/{id}`,
    trackingSearch: 'https://duckduckgo.com/?q={number}',
  }
}
