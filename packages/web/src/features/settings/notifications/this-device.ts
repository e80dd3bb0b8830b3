import { addDevice, fetchPushKey, removeDevice } from "../../../api/items/reminders-api.ts";
import { newId } from "../../../api/new-id.ts";

/**
 * Whether this browser shows reminders itself: `on`, `off`, `denied` by the person for good, `insecure`: no browser lets a
 * server without https do that; or `unable`: without a service worker, or on a phone that wants the app on its home
 * screen first.
 */
export type DeviceState = "on" | "off" | "denied" | "insecure" | "unable";

const NAME = "snart-device";

function deviceName(): string {
  const known = localStorage.getItem(NAME);
  if (known !== null) return known;
  const made = newId();
  localStorage.setItem(NAME, made);
  return made;
}

const registered = (): Promise<ServiceWorkerRegistration | undefined> =>
  "serviceWorker" in navigator ? navigator.serviceWorker.getRegistration() : Promise.resolve(undefined);

export async function readDevice(): Promise<DeviceState> {
  if (!isSecureContext) return "insecure";
  const registration = await registered();
  if (!registration || !("Notification" in window) || !("pushManager" in registration)) return "unable";
  if (Notification.permission === "denied") return "denied";
  return (await registration.pushManager.getSubscription()) ? "on" : "off";
}

/** Asks the person, the browser's push service and the server, in this order. */
export async function turnOnDevice(): Promise<DeviceState | "failed"> {
  const registration = await registered();
  if (!registration) return "unable";
  if ((await Notification.requestPermission()) !== "granted") return readDevice();
  const key = await fetchPushKey();
  if (!key.ok) return "failed";
  try {
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key.value,
    });
    const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
    const url = subscription.endpoint;
    const added = await addDevice({ deviceClientId: deviceName(), url, p256dh, auth });
    if (added.ok) return "on";
    await subscription.unsubscribe();
    return "failed";
  } catch {
    // The browser has no push service, or cannot reach it.
    return "failed";
  }
}

export async function turnOffDevice(): Promise<DeviceState> {
  const registration = await registered();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  await removeDevice(deviceName());
  return readDevice();
}

/** Shows an example of a reminder on this device. */
export async function showSample(title: string, body: string): Promise<boolean> {
  const registration = await registered();
  if (!registration || !("Notification" in window)) return false;
  if ((await Notification.requestPermission()) !== "granted") return false;
  await registration.showNotification(title, { body, tag: "sample", icon: "/favicon.svg" });
  return true;
}
