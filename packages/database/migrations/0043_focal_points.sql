-- What of an image is never cropped away: a point of it, in shares of its width and height. Without one, crops keep what stands out.
alter table media_file
  add focus_x real constraint focus_is_across check (focus_x between 0 and 1),
  add focus_y real constraint focus_is_down check (focus_y between 0 and 1),
  add constraint focus_is_a_point check ((focus_x is null) = (focus_y is null)),
  add constraint only_images_have_a_focus check (focus_x is null or kind = 'IMAGE');
