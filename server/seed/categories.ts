interface Kind {
  nouns: readonly string[]
  makers: readonly string[]
  /** Lowest and highest price, cents. */
  cents: readonly [number, number]
}

/** The categories of the demo's listings. A listing's key begins with its category, which selects its picture. */
export const categories = {
  bike: {
    nouns: ['road bike', 'mountain bike', 'city bike', 'kids bike'],
    makers: ['Northwind', 'Ridgeline', 'Velour', 'Tern & Teal'],
    cents: [6000, 180_000],
  },
  phone: {
    nouns: ['phone 64 GB', 'phone 128 GB', 'smartphone with case'],
    makers: ['Lumo', 'Pixelwave', 'Ondra', 'Kite'],
    cents: [4000, 90_000],
  },
  sofa: {
    nouns: ['two-seat sofa', 'corner sofa', 'sofa bed', 'loveseat'],
    makers: ['Hygga', 'Marlow', 'Oakfield', 'Dusk'],
    cents: [5000, 120_000],
  },
  lamp: {
    nouns: ['floor lamp', 'desk lamp', 'bedside lamp'],
    makers: ['Brass & Co', 'Lumen', 'Moth', 'Hygga'],
    cents: [1000, 22_000],
  },
  guitar: {
    nouns: ['acoustic guitar', 'classical guitar', 'electric guitar'],
    makers: ['Alder', 'Rosebury', 'Tonewell', 'Sierra'],
    cents: [7000, 150_000],
  },
  camera: {
    nouns: ['film camera', 'compact camera', 'camera with 50 mm lens'],
    makers: ['Argent', 'Optika', 'Helios', 'Fen'],
    cents: [3000, 130_000],
  },
  shoes: {
    nouns: ['running shoes', 'leather boots', 'sneakers size 9', 'sandals'],
    makers: ['Strider', 'Cobble', 'Fleet', 'Juniper'],
    cents: [1500, 24_000],
  },
  jacket: {
    nouns: ['denim jacket', 'rain jacket', 'wool coat'],
    makers: ['Harbour', 'Fell', 'Tidewater', 'Loom'],
    cents: [1800, 35_000],
  },
  watch: {
    nouns: ['wristwatch', 'diver watch', 'smart watch'],
    makers: ['Meridian', 'Argent', 'Solace', 'Kite'],
    cents: [2500, 260_000],
  },
  bag: {
    nouns: ['backpack', 'tote bag', 'leather handbag'],
    makers: ['Loom', 'Carry', 'Saddler', 'Fell'],
    cents: [1200, 48_000],
  },
  book: {
    nouns: ['cookbook', 'box set of novels', 'atlas', 'first edition'],
    makers: ['Foxglove', 'Paper Moon', 'Harbour Press'],
    cents: [300, 9000],
  },
  plant: {
    nouns: ['monstera', 'fig tree', 'cactus collection', 'fern'],
    makers: ['Big', 'Happy', 'Rare', 'Two-year-old'],
    cents: [500, 14_000],
  },
  laptop: {
    nouns: ['laptop 13 inch', 'laptop 15 inch', 'gaming laptop'],
    makers: ['Ondra', 'Kite', 'Slate', 'Voltaire'],
    cents: [12_000, 210_000],
  },
  chair: {
    nouns: ['desk chair', 'rocking chair', 'set of four chairs', 'stool'],
    makers: ['Oakfield', 'Marlow', 'Hygga', 'Bentwood'],
    cents: [1500, 60_000],
  },
  skateboard: {
    nouns: ['skateboard', 'longboard', 'cruiser board'],
    makers: ['Kerb', 'Rollo', 'Ridgeline'],
    cents: [2000, 26_000],
  },
  console: {
    nouns: ['game console', 'handheld console', 'two controllers'],
    makers: ['Arcadia', 'Pixelwave', 'Novabox'],
    cents: [2500, 60_000],
  },
} as const satisfies Record<string, Kind>
export type Category = keyof typeof categories
