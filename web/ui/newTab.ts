/**
 * Opens a page whose address is only known in a moment in a tab of its own, which knows nothing of this one.
 * @returns null once it is open; the address where the browser allows no tab. @throws what finding the address throws; the tab is closed then
 */
export async function openInTab(find: () => Promise<string>): Promise<string | null> {
  // Opened by the click itself: browsers allow no tab later on.
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  try {
    const address = await find();
    if (!tab) return address;
    tab.location.replace(address);
    return null;
  } catch (error) {
    tab?.close();
    throw error;
  }
}
