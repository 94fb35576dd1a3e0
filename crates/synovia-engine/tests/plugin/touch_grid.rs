//! Touch grids: recorded readings.

use synovia_engine::{Data, forward};
use synovia_model::Model;
use synovia_model::enums::{ObjType, SensorType};
use synovia_model::id::SensorId;

use crate::support::{close, load};
use crate::{AT, allocates_nothing, bare, extend, instance, kind};

/// A box between the floor and a capsule, with a site that looks down; a sensor of `dim` numbers.
fn touched(dim: usize, config: &[(&str, &str)]) -> Model {
    let mut model = load(&format!(
        r#"<mujoco><worldbody>
          <geom type="plane" size="1 1 1"/>
          <body pos="0 0 .095"><freejoint/><geom type="box" size=".2 .15 .1" condim="6" euler="0 3 2"/>
            <site name="s" pos="0.02 .01 .1" euler="5 10 20"/></body>
          <body pos=".1 .05 .29"><freejoint/><geom type="capsule" size=".1 .05" euler="0 80 0"/></body>
        </worldbody>
        <sensor><user objtype="site" objname="s" datatype="real" needstage="acc" dim="{dim}"/></sensor></mujoco>"#
    ));
    extend(&mut model, "mujoco.sensor.touch_grid", config);
    let first = SensorId(0);
    model.sensor.type_[first] = SensorType::Plugin;
    model.sensor.plugin[first] = AT;
    model
}

/// Number of outputs, configuration, and nonzero readings.
type Row<'a> = (usize, &'a [(&'a str, &'a str)], &'a [(usize, f64)]);

#[test]
fn plg_08_touch_grids_are_those_of_the_reference() {
    // numbers from 3.5.0: the nonzero readings
    let all = [
        (3, 246.37181850533062),
        (14, 317.48564672893167),
        (19, 263.12148241748366),
        (23, -230.14939100098678),
        (34, -230.8818927073009),
        (39, -43.44279207603307),
        (43, 107.4039034326446),
        (54, 115.32110424592302),
        (59, 40.28898439212624),
        (63, -0.0022416572897898546),
        (74, -0.0022416572897898455),
        (79, 0.00017580807997512782),
        (83, 0.00043924932182135484),
        (94, 0.000439249321821354),
        (99, -0.00010002501602198133),
        (103, 5.829603110918207e-5),
        (114, 5.8296031109183316e-5),
        (119, -0.00021246884667137534),
    ];
    let some = [
        (34, 317.48564672893167),
        (83, -230.8818927073009),
        (132, 115.32110424592302),
    ];
    let wide = [
        ("nchannel", "6"),
        ("size", "5 4"),
        ("fov", "180 90"),
        ("gamma", "0.7"),
    ];
    let narrow = [("nchannel", "3"), ("size", "7 7"), ("fov", "60 45")];
    let rows: [Row<'_>; 2] = [(120, &wide, &all), (147, &narrow, &some)];
    for (dim, config, expected) in rows {
        let model = touched(dim, config);
        assert_eq!(kind(&model).sensor_len(&model, AT, SensorId(0)), Ok(dim));

        let mut bare = bare(&model);
        bare.sensor.type_[SensorId(0)] = SensorType::User;
        let mut data = Data::new(&bare);
        forward(&bare, &mut data).unwrap();
        data.sensor.sensordata.rows_mut().fill(7.0);
        let mut grid = instance(&model).unwrap();
        grid.sense(&model, &mut data, AT).unwrap();
        let mut whole = vec![0.0; dim];
        for &(k, value) in expected {
            whole[k] = value;
        }
        close(data.sensor.sensordata.rows(), &whole, 1e-12);
        allocates_nothing(|| drop(grid.sense(&model, &mut data, AT)));
    }
}

#[test]
fn plg_11_touch_grids_do_not_see_flexes() {
    // only a cloth on a box
    let mut model = load(
        r#"<mujoco><worldbody>
          <body><geom type="box" size=".2 .2 .1"/><site name="s" pos="0 0 .2"/></body>
          <flexcomp name="f" type="grid" count="3 3 1" spacing=".05 .05 .05" pos="0 0 .105" radius=".01"/>
        </worldbody>
        <sensor><user objtype="site" objname="s" datatype="real" needstage="acc" dim="4"/></sensor></mujoco>"#,
    );
    let mut data = Data::new(&model);
    forward(&model, &mut data).unwrap();
    assert!(data.contact.list.iter().any(|contact| contact.flex[1] >= 0));
    extend(
        &mut model,
        "mujoco.sensor.touch_grid",
        &[("size", "2 2"), ("fov", "180 90")],
    );
    model.sensor.type_[SensorId(0)] = SensorType::Plugin;
    model.sensor.plugin[SensorId(0)] = AT;
    data.sensor.sensordata.rows_mut().fill(7.0);
    let mut grid = instance(&model).unwrap();
    grid.sense(&model, &mut data, AT).unwrap();
    assert_eq!(data.sensor.sensordata.rows(), [0.0; 4]);
}

#[test]
fn plg_09_touch_grids_that_make_no_sense_are_refused() {
    let key = |config: &[(&str, &str)]| {
        let model = touched(1, config);
        let error = instance(&model).err().unwrap();
        assert_eq!(
            kind(&model).sensor_len(&model, AT, SensorId(0)),
            Err(error.clone())
        );
        error.key.unwrap()
    };
    let (size, fov) = (("size", "7 7"), ("fov", "45 45"));
    assert_eq!(key(&[size, fov, ("nchannel", "7")]), "nchannel");
    assert_eq!(key(&[size, fov, ("nchannel", "-1")]), "nchannel");
    assert_eq!(key(&[fov]), "size");
    for text in [
        "7", "7 7 7", "7  7", "0 7", "7 -1", "7 x", "nan 7", "1e9 1e9",
    ] {
        assert_eq!(key(&[("size", text), fov]), "size", "{text}");
    }
    for text in ["45", "0 45", "181 45", "45 91", "45 nan"] {
        assert_eq!(key(&[size, ("fov", text)]), "fov", "{text}");
    }
    assert_eq!(key(&[size, fov, ("gamma", "1.1")]), "gamma");

    let mut model = touched(49, &[size, fov]);
    assert!(instance(&model).is_ok());
    model.sensor.objtype[SensorId(0)] = ObjType::Body;
    assert!(instance(&model).is_err());
}
