/** Heights the specification gives (specification 1, section 9), px. */
export const CLIENT_MENU_HEIGHT = 380;
export const AVAILABILITY_MENU_HEIGHT = 250;
export const LANGUAGE_MENU_HEIGHT = 250;
