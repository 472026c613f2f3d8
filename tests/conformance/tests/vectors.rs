use mintid_conformance::{compare, face::*, native::Native, vector};
#[test] fn quick() {
  let mut bad=0; let mut n=0;
  for f in ["traces","bursts"] {
    for v in vector::read(std::path::Path::new(&format!("/work/shared/cases/{f}.json"))).unwrap() {
      match Native.answer(&v.item).unwrap() {
        Answer::Outcome(o) => { n+=1; if let Some(d)=compare::difference(&v.expect,&o) { bad+=1; println!("{} {:?}", v.id, d);} }
        _ => {}
      }
    }
  }
  println!("{n} run, {bad} bad"); assert_eq!(bad,0);
}
